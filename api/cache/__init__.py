"""Answers that are kept: in memory for a while, and in a file over restarts."""
