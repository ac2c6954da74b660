"""Many puzzles of 9×9: arrays in, arrays out, over threads, processes and machines."""
