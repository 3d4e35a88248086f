"""Solving in processes of its own, so that the event loop never waits for arithmetic."""
