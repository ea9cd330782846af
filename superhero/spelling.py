"""What to say when a name is not known: the nearest name that is."""


def unknown(kind, name, known):
    """Return the message for a name that is not among the known ones.

    Args:
        kind: What the name should have named, such as ``"token"``.
        name: What was found.
        known: The names there are.

    Examples:
        >>> unknown("token", "crow", ["Rock", "Crow"])
        "unknown token 'crow': did you mean 'Crow'? Known: Rock, Crow."
    """
    if not isinstance(name, str):
        article = "an" if kind[0] in "aeiou" else "a"
        return f"{article} {kind} is text, but this is {name!r} ({type(name).__name__}). Known: {', '.join(known)}."
    import difflib  # here, because only a mistake needs it

    by_lower_case = {word.lower(): word for word in known}
    near = difflib.get_close_matches(name.lower(), by_lower_case, n=1, cutoff=0.5)
    guess = f": did you mean {by_lower_case[near[0]]!r}?" if near else "."
    return f"unknown {kind} {name!r}{guess} Known: {', '.join(known)}."
