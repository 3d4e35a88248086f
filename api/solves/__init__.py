"""Solves that take longer than a request may: started, watched, stopped, kept over restarts."""
