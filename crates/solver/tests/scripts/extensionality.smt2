; Equality of arrays.
(set-logic QF_ABV)
(define-sort Memory () (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const a Memory)
(declare-const b Memory)
(declare-const c Memory)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(declare-const v (_ BitVec 4))
(declare-const w (_ BitVec 4))
(push 1)
(assert (= a b))
(assert (not (= (select a i) (select b i))))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= a b))
(assert (= b c))
(assert (not (= a c)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (not (= a b)))
(check-sat) ; sat
(pop 1)
(push 1)
; equal after writes at one index: equal elsewhere
(assert (= (store a i v) (store b i w)))
(assert (not (= (select a j) (select b j))))
(check-sat) ; sat
(assert (not (= i j)))
(check-sat) ; unsat
(pop 1)
(push 1)
; upwards: a read of the array below a write, through an equality, to another one below a write
(assert (= (store a i v) (store b j w)))
(assert (not (= i j)))
(assert (not (= (select a j) w)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (or (= a (store b i v)) (= a (store b j w))))
(assert (not (= (select a i) v)))
(assert (not (= (select a j) w)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (ite (= i j) a b) c))
(assert (= i j))
(assert (not (= (select a v) (select c v))))
(check-sat) ; unsat
(pop 1)
