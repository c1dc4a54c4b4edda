"""Tables: for each kind its settings and its layout."""
