"""Compiles Python files; run in Pyodide itself, as the bytecode has to be that of the Python that loads it."""

from importlib._bootstrap_external import _code_to_hash_pyc, _code_to_timestamp_pyc
from importlib.util import cache_from_source, source_hash


def compile_all(sources, keep):
    """Compile files.

    Args:
        sources: the contents of files by their paths, which do not start with a slash.
        keep: whether a source stays beside its bytecode, so that it can be shown.

    Returns:
        The contents of all files by their paths.
    """
    files = {}
    for path, content in sources.items():
        try:
            code = compile(content, f"/{path}", "exec", dont_inherit=True, optimize=0)
        except SyntaxError:  # in some test's or tool's template
            files[path] = content
            continue
        if keep:  # unchecked: nothing changes these files
            files[path] = content
            files[cache_from_source(path)] = bytes(_code_to_hash_pyc(code, source_hash(content), False))
        else:
            files[f"{path}c"] = bytes(_code_to_timestamp_pyc(code))
    return files
