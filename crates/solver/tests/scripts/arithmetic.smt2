; Modular arithmetic, and division as SMT-LIB has it.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const b (_ BitVec 8))
(push 1)
(assert (= (bvmul x #x00000003) #x00000002))
(check-sat) ; sat
(assert (bvult x #x00001000))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (bvadd (bvmul x #x00000004) #x00000004) #x00000010))
(assert (not (= x #x00000003)))
(check-sat) ; sat
(assert (bvult x #x40000000))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (bvudiv x y) #xffffffff))
(assert (bvult x #x000000ff))
(check-sat) ; sat
(assert (not (= y #x00000000)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (not (= (bvadd (bvmul (bvudiv x #x0000000a) #x0000000a) (bvurem x #x0000000a)) x)))
(assert (bvult x #x00000400))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (bvsrem x #x00000007) #xfffffffd))
(check-sat) ; sat
(assert (bvsgt x #x00000000))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (not (= (bvashr (concat b #x00) #x0008) ((_ sign_extend 8) b))))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (bvslt (bvadd x #x00000001) x))
(check-sat) ; sat
(assert (bvslt x #x7fffffff))
(check-sat) ; unsat
(pop 1)
