//! Transfer functions of sums, products, quotients and remainders.

use super::word::WordDomain;
use crate::bits::mask;

/// Sums and products.
impl WordDomain {
    pub(super) fn neg(&self) -> WordDomain {
        self.not().add(&WordDomain::only(self.width(), 1))
    }

    pub(super) fn add(&self, other: &WordDomain) -> WordDomain {
        let sum = |a: i128, b: i128| a + b;
        let (zeros, ones) = self.sum_bits(other);
        WordDomain::all(self.width())
            .with_bits(zeros, ones)
            .with_integers(
                sum(self.umin().into(), other.umin().into()),
                sum(self.umax().into(), other.umax().into()),
            )
            .with_integers(
                sum(self.smin().into(), other.smin().into()),
                sum(self.smax().into(), other.smax().into()),
            )
            .settled()
    }

    /// Computes the known bits (zeros, ones) of a sum. Carries are monotone in the summands, so a carry is known where
    /// the sum of the least values and the sum of the greatest values agree on it.
    fn sum_bits(&self, other: &WordDomain) -> (u64, u64) {
        let least = self.known_ones().wrapping_add(other.known_ones());
        let greatest = (!self.known_zeros()).wrapping_add(!other.known_zeros());
        let unknown = |set: &WordDomain| !(set.known_zeros() | set.known_ones());
        let known = !((least ^ greatest) | unknown(self) | unknown(other));
        (!least & known, least & known)
    }

    pub(super) fn mul(&self, other: &WordDomain) -> WordDomain {
        let (zeros, ones) = self.product_bits(other);
        let mut product = WordDomain::all(self.width()).with_bits(zeros, ones);
        let least = u128::from(self.umin()) * u128::from(other.umin());
        let greatest = u128::from(self.umax()) * u128::from(other.umax());
        // Larger products cross a border of the range anyway.
        if greatest >> 126 == 0 {
            product = product.with_integers(least as i128, greatest as i128);
        }
        let (low, high) = corners(self.signed_ends(), other.signed_ends(), |a, b| a * b);
        product.with_integers(low, high).settled()
    }

    /// Computes the known bits (zeros, ones) of a product, which are low bits. The known low bits of one factor
    /// determine as many bits of the product, plus one for each trailing zero of the other factor.
    fn product_bits(&self, other: &WordDomain) -> (u64, u64) {
        let low = |set: &WordDomain| set.known_ones() & mask(set.trailing_known());
        let product = low(self).wrapping_mul(low(other));
        let known = (self.trailing_known() + other.trailing_zeros())
            .min(other.trailing_known() + self.trailing_zeros());
        let known = mask(known.min(self.width()));
        (!product & known, product & known)
    }

    fn signed_ends(&self) -> (i128, i128) {
        (self.smin().into(), self.smax().into())
    }
}

/// Returns the minimum and the maximum, over two intervals, of a function that is monotone in each argument.
fn corners(a: (i128, i128), b: (i128, i128), f: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let values = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    values
        .iter()
        .fold((values[0], values[0]), |(low, high), &value| (low.min(value), high.max(value)))
}

/// Divides two numbers that fit in 64 bits; the divisor is not zero. Only the quotient of the least number and minus
/// one does not fit.
fn quotient(a: i128, b: i128) -> i128 {
    (a as i64).checked_div(b as i64).map_or(-a, i128::from)
}

/// Quotients and remainders. For a zero divisor these are all ones and the dividend.
impl WordDomain {
    pub(super) fn udiv(&self, divisor: &WordDomain) -> WordDomain {
        let width = self.width();
        if divisor.umax() == 0 {
            return WordDomain::only(width, mask(width));
        }
        let most = match divisor.umin() {
            0 => mask(width),
            least => self.umax() / least,
        };
        let quotient = WordDomain::all(width).with_unsigned(self.umin() / divisor.umax(), most);
        match divisor.as_constant() {
            Some(power) if power.is_power_of_two() => {
                let by = power.trailing_zeros();
                quotient.with_bits(self.known_zeros() >> by, self.known_ones() >> by).settled()
            }
            _ => quotient.settled(),
        }
    }

    pub(super) fn urem(&self, divisor: &WordDomain) -> WordDomain {
        if divisor.umax() == 0 || self.umax() < divisor.umin() {
            return *self;
        }
        let rest = self.with_low_bits_of_dividend(divisor);
        if divisor.umin() == 0 {
            return rest.with_unsigned(0, self.umax()).settled();
        }
        if let Some(by) = divisor.as_constant()
            && self.umin() / by == self.umax() / by
        {
            return rest.with_unsigned(self.umin() % by, self.umax() % by).settled();
        }
        rest.with_unsigned(0, self.umax().min(divisor.umax() - 1)).settled()
    }

    /// Returns the known low bits of a remainder. It differs from the dividend by a multiple of the divisor, so the two
    /// share the bits below the divisor's lowest one bit.
    fn with_low_bits_of_dividend(&self, divisor: &WordDomain) -> WordDomain {
        let same = mask(divisor.trailing_zeros());
        WordDomain::all(self.width()).with_bits(self.known_zeros() & same, self.known_ones() & same)
    }

    pub(super) fn sdiv(&self, divisor: &WordDomain) -> WordDomain {
        if self.smin() >= 0 && divisor.smin() >= 0 {
            return self.udiv(divisor);
        }
        let mut quotients: Option<(i128, i128)> = None;
        let mut add = |low: i128, high: i128| {
            quotients = Some(match quotients {
                None => (low, high),
                Some((least, greatest)) => (least.min(low), greatest.max(high)),
            });
        };
        // Division is monotone in the divisor on each side of zero.
        let (least, greatest) = divisor.signed_ends();
        for side in [(least, greatest.min(-1)), (least.max(1), greatest)] {
            if side.0 <= side.1 {
                let (low, high) = corners(self.signed_ends(), side, quotient);
                add(low, high);
            }
        }
        if divisor.contains(0) {
            // By zero: all ones for a dividend that is not negative, one for a negative one.
            let low = if self.smax() >= 0 { -1 } else { 1 };
            add(low, if self.smin() < 0 { 1 } else { -1 });
        }
        let all = WordDomain::all(self.width());
        quotients.map_or(all, |(low, high)| all.with_integers(low, high).settled())
    }

    pub(super) fn srem(&self, divisor: &WordDomain) -> WordDomain {
        if self.smin() >= 0 && divisor.smin() >= 0 {
            return self.urem(divisor);
        }
        let rest = self.with_low_bits_of_dividend(divisor);
        // The remainder lies between zero and the dividend.
        let (mut low, mut high) = (i128::from(self.smin().min(0)), i128::from(self.smax().max(0)));
        if !divisor.contains(0) {
            let (least, greatest) = divisor.signed_ends();
            if high.max(-low) < least.max(-greatest) {
                return *self;
            }
            // Its absolute value is less than the divisor's.
            let most = least.abs().max(greatest.abs()) - 1;
            (low, high) = (low.max(-most), high.min(most));
        }
        rest.with_integers(low, high).settled()
    }
}
