; Reads and writes at unknown indices.
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const i (_ BitVec 8))
(declare-const j (_ BitVec 8))
(declare-const k (_ BitVec 8))
(push 1)
(assert (not (= (select (store a i #x01) i) #x01)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (select (store (store a i #x01) j #x02) k) #x03))
(check-sat) ; sat
(assert (or (= k i) (= k j)))
(check-sat) ; unsat
(pop 1)
(push 1)
; overlapping writes: the later one counts
(assert (= i j))
(assert (= (select (store (store a i #x01) j #x02) i) #x01))
(check-sat) ; unsat
(pop 1)
(push 1)
; a read of a read
(assert (= (select a (select a i)) #x05))
(assert (= (select a i) j))
(assert (not (= (select a j) #x05)))
(check-sat) ; unsat
(pop 1)
(push 1)
; swapping twice gives the array back
(define-fun swapped () (Array (_ BitVec 8) (_ BitVec 8)) (store (store a i (select a j)) j (select a i)))
(define-fun again () (Array (_ BitVec 8) (_ BitVec 8)) (store (store swapped i (select swapped j)) j (select swapped i)))
(assert (not (= a again)))
(check-sat) ; unsat
(pop 1)
(assert (= (select (ite (bvult i j) (store a i #x01) (store a j #x02)) k) #x07))
(assert (= k i))
(check-sat) ; sat
(assert (bvult i j))
(check-sat) ; unsat
