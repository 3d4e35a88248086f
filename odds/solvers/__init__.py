"""Algorithms over the classes of ``odds.model``; none of them knows a game."""
