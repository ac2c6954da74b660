"""The checkers of proofs: small, and sharing no code with any engine."""
