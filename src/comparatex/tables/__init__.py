"""Tables, each in a module that declares its settings and lays it out; the words are in templates of text."""
