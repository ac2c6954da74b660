"""Pictures: plain data to shapes (`scene`), and shapes to SVG, PNG or a terminal."""
