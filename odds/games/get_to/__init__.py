"""Rules, sheets, questions and sentences of the Get To quest of The City of Kings."""
