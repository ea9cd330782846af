"""The one sentence that the figures follow, and all that the transformer makes of it."""

from superhero import trace

SENTENCE = "Crow keep-flight swap-speech he-is?"
TRACE = trace(SENTENCE)
OBJECT_WEIGHTS, ACTION_WEIGHTS = (head.weights[-1] for head in TRACE.heads)  # he-is? stands last
