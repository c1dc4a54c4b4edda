"""Hand-typed numbers in a paper that disagree with the data."""
