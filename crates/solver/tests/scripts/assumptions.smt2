; Answers under assumptions do not stay.
(set-logic QF_BV)
(declare-const p Bool)
(declare-const q Bool)
(declare-const x (_ BitVec 32))
(assert (=> p (bvult x #x00000010)))
(assert (=> q (bvugt x #x00000020)))
(check-sat-assuming (p)) ; sat
(check-sat-assuming (q)) ; sat
(check-sat-assuming (p q)) ; unsat
(check-sat-assuming ((not p) q)) ; sat
(check-sat) ; sat
