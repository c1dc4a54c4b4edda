"""Statistics of counts: of right instances, and of wins."""
