"""Answers that nobody has to believe: proofs, certificates, and their checkers."""
