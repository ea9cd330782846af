"""Does something in a process of its own, so that whatever it changes or breaks is gone afterwards."""

import os
import pickle
import resource
import signal
import traceback
from collections.abc import Callable

SECONDS = 20  # of work, not of waiting: on a busy machine as well, only what never ends takes as long
MEMORY = 8 * 2**30


class StoppedError(Exception):
    """The child process came to no end: its time was up, or it died."""


def in_child(action: Callable[[], object]) -> object:
    """Return what the action gives, which must be picklable.

    Raises:
        StoppedError: It took longer than it may, or its process died.
        RuntimeError: It raised something.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        work(action, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        out_of_time = os.WTERMSIG(status) == signal.SIGPROF
        raise StoppedError(f"still at work after {SECONDS} seconds" if out_of_time else "the process died")
    result, error = pickle.loads(answer)
    if error:
        raise RuntimeError(f"in a child process:\n{error}")
    return result


def work(action: Callable[[], object], writer: int) -> None:
    """What the child does: the action, under its limits; then it ends without tidying up what is its parent's."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # the signal that comes then ends the process, whatever it is doing
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        answer = pickle.dumps((action(), None))
    except BaseException:
        answer = pickle.dumps((None, traceback.format_exc()))
    with os.fdopen(writer, "wb") as pipe:
        pipe.write(answer)
    os._exit(0)
