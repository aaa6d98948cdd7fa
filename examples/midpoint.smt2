; Two non-negative ints, low <= high. Can (low + high) / 2 leave the range between them?
; It can: the sum overflows. A famous bug of binary search.
(set-logic QF_BV)
(declare-const low (_ BitVec 32))
(declare-const high (_ BitVec 32))
(define-fun middle () (_ BitVec 32) (bvsdiv (bvadd low high) #x00000002))
(assert (bvsle #x00000000 low))
(assert (bvsle low high))
(assert (or (bvslt middle low) (bvslt high middle)))
(check-sat)
(get-value (low high))
