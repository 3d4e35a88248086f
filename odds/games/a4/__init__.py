"""Rules, sheets, questions and sentences of A4 Quest."""
