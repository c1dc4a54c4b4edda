"""View models drawn with matplotlib, for use without TeX."""
