; A model that is used again for one part must not speak for the others.
(set-logic QF_BV)
(declare-const y (_ BitVec 5))
(declare-const p Bool)
(declare-const q Bool)
(assert (bvult #b00110 y))
(check-sat) ; sat
(assert (or (not p) q))
(check-sat) ; sat
(assert (bvslt #b00101 (bvnot (bvxor y #b10111))))
(check-sat) ; sat
