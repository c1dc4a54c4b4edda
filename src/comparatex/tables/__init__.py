"""Tables, a module for each family: functions that declare themselves; the words are in templates of text."""
