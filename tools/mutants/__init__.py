"""The mutation run: change the course in one small place, and see whether its pages notice."""
