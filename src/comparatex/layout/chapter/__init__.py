"""The chapter: its sections, sentences, figures and tables."""
