//! Transfer functions of bitwise operators, shifts, concatenation, extraction, and comparisons.

use super::word::WordDomain;
use crate::bits::{mask, sign_extend_word};

/// The number of shift amounts up to which the results of all amounts are joined.
const FEW_AMOUNTS: u64 = 8;

/// Bitwise operators.
impl WordDomain {
    pub(super) fn not(&self) -> WordDomain {
        let all = mask(self.width());
        WordDomain::all(self.width())
            .with_bits(self.known_ones(), self.known_zeros())
            .with_unsigned(all - self.umax(), all - self.umin())
            .with_signed(!self.smax(), !self.smin())
    }

    pub(super) fn and(&self, other: &WordDomain) -> WordDomain {
        WordDomain::all(self.width())
            .with_bits(
                self.known_zeros() | other.known_zeros(),
                self.known_ones() & other.known_ones(),
            )
            .with_unsigned(0, self.umax().min(other.umax()))
            .settled()
    }

    pub(super) fn or(&self, other: &WordDomain) -> WordDomain {
        let width = self.width();
        let most = self.umax().saturating_add(other.umax());
        WordDomain::all(width)
            .with_bits(
                self.known_zeros() & other.known_zeros(),
                self.known_ones() | other.known_ones(),
            )
            .with_unsigned(self.umin().max(other.umin()), most)
            .settled()
    }

    pub(super) fn xor(&self, other: &WordDomain) -> WordDomain {
        let all = mask(self.width());
        match (self.as_constant(), other.as_constant()) {
            (Some(constant), _) if constant == all => return other.not(),
            (_, Some(constant)) if constant == all => return self.not(),
            _ => {}
        }
        let (zeros, ones) = (self.known_zeros(), self.known_ones());
        let (other_zeros, other_ones) = (other.known_zeros(), other.known_ones());
        WordDomain::all(self.width())
            .with_bits(
                (zeros & other_zeros) | (ones & other_ones),
                (zeros & other_ones) | (ones & other_zeros),
            )
            .with_unsigned(0, self.umax().saturating_add(other.umax()))
            .settled()
    }
}

/// Concatenation, extraction and extension.
impl WordDomain {
    /// Returns `None` beyond 64 bits.
    pub(super) fn concat(&self, low: &WordDomain) -> Option<WordDomain> {
        let by = low.width();
        let all = WordDomain::top(self.width().checked_add(by)?)?;
        let above = |high: u64, below: u64| (high << by) | below;
        let above_signed = |high: i64, below: u64| (high << by) | below as i64;
        all.with_bits(
            above(self.known_zeros(), low.known_zeros()),
            above(self.known_ones(), low.known_ones()),
        )
        .with_unsigned(above(self.umin(), low.umin()), above(self.umax(), low.umax()))
        .with_signed(above_signed(self.smin(), low.umin()), above_signed(self.smax(), low.umax()))
        .reduced()
    }

    /// Returns `None` if there are no such bits.
    pub(super) fn extract(&self, high: u32, low: u32) -> Option<WordDomain> {
        if high >= self.width() || low > high {
            return None;
        }
        WordDomain::all(high - low + 1)
            .with_bits(self.known_zeros() >> low, self.known_ones() >> low)
            .with_integers(i128::from(self.umin() >> low), i128::from(self.umax() >> low))
            .with_integers(i128::from(self.smin() >> low), i128::from(self.smax() >> low))
            .reduced()
    }

    /// Returns `None` beyond 64 bits.
    pub(super) fn sign_extend(&self, by: u32) -> Option<WordDomain> {
        let extended = |bits: u64| sign_extend_word(bits, self.width()) as u64;
        WordDomain::top(self.width().checked_add(by)?)?
            .with_bits(extended(self.known_zeros()), extended(self.known_ones()))
            .with_signed(self.smin(), self.smax())
            .reduced()
    }
}

/// Shifts. All amounts of the width or more shift everything out.
impl WordDomain {
    pub(super) fn shl(&self, amount: &WordDomain) -> WordDomain {
        let width = self.width();
        if let Some(joined) = self.join_amounts(amount, WordDomain::shl_by) {
            return joined;
        }
        let (least, most) = (amount.umin(), amount.umax().min(63) as u32);
        let zeros = mask((self.trailing_zeros() + least as u32).min(width));
        let all = WordDomain::all(width).with_bits(zeros, 0);
        let greatest = u128::from(self.umax()) << most;
        if amount.umax() < u64::from(width) && greatest <= u128::from(mask(width)) {
            return all.with_unsigned(self.umin() << least, greatest as u64).settled();
        }
        all.settled()
    }

    pub(super) fn lshr(&self, amount: &WordDomain) -> WordDomain {
        let width = self.width();
        if let Some(joined) = self.join_amounts(amount, WordDomain::lshr_by) {
            return joined;
        }
        let inside = amount.umax() < u64::from(width);
        let least = if inside { self.umin() >> amount.umax() } else { 0 };
        WordDomain::all(width).with_unsigned(least, self.umax() >> amount.umin()).settled()
    }

    pub(super) fn ashr(&self, amount: &WordDomain) -> WordDomain {
        let width = self.width();
        if let Some(joined) = self.join_amounts(amount, WordDomain::ashr_by) {
            return joined;
        }
        let (least, most) = (amount.umin(), amount.umax().min(u64::from(width - 1)));
        let low = (self.smin() >> least).min(self.smin() >> most);
        let high = (self.smax() >> least).max(self.smax() >> most);
        WordDomain::all(width).with_signed(low, high).settled()
    }

    /// Returns the join over all amounts if they are few. If it returns `None`, the least amount is less than the
    /// width.
    fn join_amounts(
        &self,
        amount: &WordDomain,
        shift: impl Fn(&WordDomain, u32) -> WordDomain,
    ) -> Option<WordDomain> {
        let width = u64::from(self.width());
        let (least, most) = (amount.umin().min(width), amount.umax().min(width));
        if most - least >= FEW_AMOUNTS {
            return None;
        }
        let mut amounts = (least..=most).filter(|&by| by == width || amount.contains(by));
        let first = shift(self, amounts.next()? as u32);
        Some(amounts.fold(first, |joined, by| joined.join(&shift(self, by as u32))))
    }

    fn shl_by(&self, by: u32) -> WordDomain {
        let width = self.width();
        if by >= width {
            return WordDomain::only(width, 0);
        }
        let up = |value: i128| value << by;
        WordDomain::all(width)
            .with_bits((self.known_zeros() << by) | mask(by), self.known_ones() << by)
            .with_integers(up(self.umin().into()), up(self.umax().into()))
            .with_integers(up(self.smin().into()), up(self.smax().into()))
            .settled()
    }

    fn lshr_by(&self, by: u32) -> WordDomain {
        let width = self.width();
        if by >= width {
            return WordDomain::only(width, 0);
        }
        let zeros = (self.known_zeros() >> by) | (mask(width) & !(mask(width) >> by));
        WordDomain::all(width)
            .with_bits(zeros, self.known_ones() >> by)
            .with_unsigned(self.umin() >> by, self.umax() >> by)
            .settled()
    }

    fn ashr_by(&self, by: u32) -> WordDomain {
        let width = self.width();
        let by = by.min(width - 1);
        let down = |bits: u64| (sign_extend_word(bits, width) >> by) as u64;
        WordDomain::all(width)
            .with_bits(down(self.known_zeros()), down(self.known_ones()))
            .with_signed(self.smin() >> by, self.smax() >> by)
            .settled()
    }
}

/// Comparisons: decided if all pairs of values compare alike.
impl WordDomain {
    pub(super) fn equal(&self, other: &WordDomain) -> Option<bool> {
        match (self.as_constant(), other.as_constant()) {
            (Some(a), Some(b)) => Some(a == b),
            (Some(a), None) => (!other.contains(a)).then_some(false),
            (None, Some(b)) => (!self.contains(b)).then_some(false),
            (None, None) => self.meet(other).is_none().then_some(false),
        }
    }

    pub(super) fn ult(&self, other: &WordDomain) -> Option<bool> {
        if self.umax() < other.umin() {
            return Some(true);
        }
        (self.umin() >= other.umax()).then_some(false)
    }

    pub(super) fn slt(&self, other: &WordDomain) -> Option<bool> {
        if self.smax() < other.smin() {
            return Some(true);
        }
        (self.smin() >= other.smax()).then_some(false)
    }
}
