"""The parts of A4 Quest, each asked about on its own: setup, movement, fight, action, boss."""
