"""Cells and borders as text: characters, numbers, drawings; and what people paste."""
