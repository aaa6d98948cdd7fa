; Constant arrays of an unknown element.
; not for cvc5: it has only constant ones
(set-logic ALL)
(define-sort Wide () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const a Wide)
(declare-const i (_ BitVec 32))
(declare-const j (_ BitVec 32))
(declare-const v (_ BitVec 8))
(declare-const w (_ BitVec 8))
(push 1)
(assert (= ((as const Wide) w) ((as const Wide) v)))
(check-sat) ; sat
(assert (not (= v w)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (store a i w) ((as const Wide) v)))
(check-sat) ; sat
(assert (not (= (select a j) v)))
(check-sat) ; sat
(assert (not (= i j)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (select (store ((as const Wide) v) i #x01) j) #x02))
(assert (not (= v #x02)))
(check-sat) ; unsat
(pop 1)
