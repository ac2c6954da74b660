"""What a person can follow: techniques on a grid of candidates, and their steps."""
