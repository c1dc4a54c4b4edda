"""Tests of mean ranks, and the cliques of what they do not tell apart."""
