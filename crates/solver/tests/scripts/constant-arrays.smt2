; Arrays that are the same everywhere, and small index spaces.
; not for cvc5: it refuses chains of writes between two constant arrays
(set-logic ALL)
(define-sort Tiny () (Array (_ BitVec 1) (_ BitVec 8)))
(define-sort Wide () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const t Tiny)
(declare-const a Wide)
(declare-const b Wide)
(declare-const x (_ BitVec 1))
(declare-const i (_ BitVec 32))
(declare-const j (_ BitVec 32))
(declare-const v (_ BitVec 8))
(push 1)
(assert (= ((as const Wide) #x00) ((as const Wide) #x01)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= a (store ((as const Wide) #x00) i #x01)))
(assert (= (select a j) #x01))
(assert (not (= i j)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (store a i #x05) ((as const Wide) #x07)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (store a i #x05) (store ((as const Wide) #x07) i v)))
(assert (= (select a j) #x08))
(check-sat) ; sat
(assert (not (= i j)))
(check-sat) ; unsat
(pop 1)
(push 1)
; two constant arrays that differ cannot be made equal by two writes in a wide array ...
(assert (= (store (store ((as const Wide) #x00) i v) j v) ((as const Wide) #x01)))
(check-sat) ; unsat
(pop 1)
(push 1)
; ... but a tiny one has only two places
(assert (= (store (store ((as const Tiny) #x00) #b0 v) #b1 v) ((as const Tiny) #x01)))
(check-sat) ; sat
(assert (not (= v #x01)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (store t x #x03) (store ((as const Tiny) #x00) (bvnot x) v)))
(check-sat) ; unsat
(pop 1)
(push 1)
(assert (= (store t x #x03) (store ((as const Tiny) #x03) (bvnot x) v)))
(assert (= (select t (bvnot x)) #x09))
(check-sat) ; sat
(pop 1)
