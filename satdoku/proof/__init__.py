"""Proofs of answers: certificates, and the checkers that verify them."""
