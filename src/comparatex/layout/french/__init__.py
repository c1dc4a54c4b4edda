"""French: catalogues from the English sentences of the code, and the grammar of counts and elisions."""
