"""Files of proofs: LRAT and DRAT, read and written one step at a time."""
