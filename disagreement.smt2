; seed 1000011483
; Vellum says unsat to (a0), z3 says the opposite
(declare-const x2 (_ BitVec 1))
(define-fun a0 () Bool (= (store (store ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b1) (_ bv1 2) x2) (_ bv0 2) (_ bv0 1)) ((as const (Array (_ BitVec 2) (_ BitVec 1))) (_ bv0 1))))
(check-sat-assuming (a0))
