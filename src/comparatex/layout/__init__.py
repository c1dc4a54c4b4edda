"""View models: what is shown, where, in which words and digits; no drawing."""
