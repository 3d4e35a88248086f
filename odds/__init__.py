"""Exact probabilities and optimal play for push-your-luck dice quests."""
