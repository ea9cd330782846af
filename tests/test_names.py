"""Names in backticks: those that there are pass, any other is refused."""

import pytest

from tools.chapter import parse, read
from tools.course import ROOT
from tools.names import mentioned, unknown_names

pytest_plugins = ["tests.page_project"]

CODE = """\
```python
import numpy as np
from superhero.handmade import by_feature as weights_of

def sharpen(scale, keepdims=True):
    t.local = scale

for place, in [(1,)]:
    pass
```

"""
KNOWN = """
embed · OBJECT_HEAD · Head · W_Q · after_W_O · softmax(scores) · answer("Crow") · trained_ffn · he-is? · Crow · Rock
superhero · superhero.words · superhero.words.correct · superhero.training · superhero.training.train · superhero.Head
superhero.Head.W_K · superhero.exercises.check · superhero.attention.attention(Q, K, V) · sharpen · sharpen(scale)
weights_of · keepdims · keepdims=True · t.local · place · np.eye(8)[i] · np.linalg.norm · torch.nn.functional.softmax
nn.Linear · print · KeyError · nan · keep-flight · swap-wheels · Crow keep-flight he-is? · x @ W · 2 * y · W · [1, 0]
(8, 0) · 0.5 · ^ · 'a' · make test · docs/ · .venv · pip install . · $x$
"""
UNKNOWN = {
    "embedd": "embedd",
    "OBJECT_HEADS": "OBJECT_HEADS",
    "W_X": "W_X",
    "softmix(scores)": "softmix",
    "t.local.weigths": "weigths",
    "embed(sentense)": "sentense",
    "trace(tokens).headz[0]": "headz",
    "superhero.word": "superhero.word",
    "superhero.words.corect": "superhero.words.corect",
    "superhero.training.trian(width=16)": "superhero.training.trian",
    "superhero.Head.W_X": "superhero.Head.W_X",
    "superhero.embed.x": "superhero.embed.x",
    "np.eye(size)": "size",
    "Penguin": "Penguin",
    "x @ looking_for": "looking_for",
}
KNOWN = [part.strip() for line in KNOWN.strip().split("\n") for part in line.split("·")]


@pytest.mark.parametrize("code", KNOWN)
def test_a_known_name_passes(code):
    assert unknown_names(parse(f"{CODE}Here `{code}` and `` {code} ``.\n", "docs/page.md")) == []


@pytest.mark.parametrize(("code", "name"), UNKNOWN.items())
def test_an_unknown_name_is_refused(code, name):
    text = f"{CODE}Here is\n`{code}`.\n"
    (problem,) = unknown_names(parse(text, "docs/page.md"))
    assert problem.message.startswith(f"`{name}` is no name of superhero's, nor of this page's code")
    assert text[problem.start :].startswith(f"`{code}`")
    assert text.count("\n", 0, problem.start) == problem.line - 1


def test_beside_the_readme_a_plain_word_may_be_a_command_or_a_file():
    plain = "Push to `main`, see `tools/chapter.py`, `docs/` and `mkdocs.yml`; `make`."
    assert unknown_names(parse(plain, "README.md")) == []
    assert len(unknown_names(parse(plain, "docs/page.md"))) == 2
    for code in ("OBJECT_HEADS", "softmix(scores)", "superhero.word", "trained_fnn"):
        assert len(unknown_names(parse(f"`{code}`", "README.md"))) == 1, code


def test_a_name_of_the_pages_of_the_course_cannot_be_misspelt():
    misspelt = caught = 0
    for path in sorted((ROOT / "docs").rglob("*.md")):
        chapter = read(path)
        for span in chapter.prose.spans:
            names = mentioned(span["code_text"]) if span.lastgroup == "code" else []
            for name in names:
                at = chapter.text.index(name, span.start())
                wrong = chapter.text[:at] + name[:-1] + "zz" + chapter.text[at + len(name) :]
                misspelt += 1
                caught += len(unknown_names(parse(wrong, chapter.path))) == 1
    assert misspelt > 50
    assert caught == misspelt


def test_an_unknown_name_fails_its_page(project):
    result = project({"docs/page.md": "Here, `embedd(tokens)` does it.\n"})
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["docs/page.md:1: `embedd` is no name of superhero's, *: did you mean `embed`? *"])
