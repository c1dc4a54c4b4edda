"""Statistics: arrays in, arrays out; joined to their names in a comparison."""
