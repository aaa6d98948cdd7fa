; Functions of which nothing is known but that they are functions.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))
(declare-fun g ((_ BitVec 8) Bool) Bool)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const p Bool)
(push 1)
(assert (= x y))
(assert (not (= (f x) (f y))))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (f (f (f x))) x))
(assert (= (f (f (f (f (f x))))) x))
(assert (not (= (f x) x)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (g x p))
(assert (not (g y true)))
(check-sat) ; sat
(assert (= (bvsub x y) #x00))
(check-sat) ; sat
(assert p)
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (f x) (bvadd (f y) #x01)))
(check-sat) ; sat
(assert (= (bvmul x #x03) (bvmul y #x03)))
(check-sat) ; unsat
(pop 1)
