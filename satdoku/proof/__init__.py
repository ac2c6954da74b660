"""Proofs of answers: certificates, and the checkers that verify them.

claim.py         how many solutions a puzzle has, and the formula of that
proving.py       `satdoku.prove`: from a puzzle to a claim and its proof
elaborate.py     the lemmas of an engine, with the hints of LRAT
backward.py      how these are found, on arrays; compiled (native.py) if lemmas are many
propagation.py   what follows from clauses
certificate.py   a claim with its proof, as a folder of files
files.py         proofs as files, read and written
verifying.py     `satdoku.verify`: a certificate checked from its files alone
check_lrat.py    the checker of LRAT
check_drat.py    the checker of DRAT
words.py         the steps of a proof in words
external.py      other checkers: drat-trim, cake_lpr
"""

from satdoku.proof.certificate import Certificate
from satdoku.proof.claim import Claim
from satdoku.proof.proving import prove
from satdoku.proof.verifying import CheckedFile, Verified, check_proof, verify

__all__ = [
    "Certificate",
    "CheckedFile",
    "Claim",
    "Verified",
    "check_proof",
    "prove",
    "verify",
]
