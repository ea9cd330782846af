// Colours Python as the built pages do: the same pieces, in Pygments' own class names, so that the theme's colours apply.
// tests/browser/test_cells.py compares the two on every block of the course.

const words = (text) => new Set(text.split(" "))

const KEYWORDS = words(
  "assert async await break continue del elif else except finally for global if lambda pass raise nonlocal return try " +
    "while yield with as def class from import",
)
const CONSTANTS = words("True False None")
const OPERATORS = words("in is and or not")
const SPECIAL = words("self cls Ellipsis NotImplemented")
const BUILTINS = words(
  "__import__ abs aiter all any bin bool bytearray breakpoint bytes callable chr classmethod compile complex delattr dict " +
    "dir divmod enumerate eval filter float format frozenset getattr globals hasattr hash hex id input int isinstance " +
    "issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr " +
    "reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip",
)
const EXCEPTION = /^([A-Z]\w*(Error|Warning|Exception)|Exception|KeyboardInterrupt|StopIteration|SystemExit)$/

const SPACE = /[^\S\n]+|\n|\\\n/y
const COMMENT = /#.*/y
const STRING = /([rRuUbBfFtT]{0,2})('''|"""|'|")/y
const NUMBER = new RegExp(
  [
    /(?<mh>0[xX][\da-fA-F_]+)/,
    /(?<mb>0[bB][01_]+)/,
    /(?<mo>0[oO][0-7_]+)/,
    /(?<mf>(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?j?|\d[\d_]*[eE][+-]?\d[\d_]*j?)/,
    /(?<mi>\d[\d_]*j?)/,
  ]
    .map((rule) => rule.source)
    .join("|"),
  "y",
)
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const DECORATOR = /@[\p{L}_][\p{L}\p{N}_.]*/uy
const OPERATOR = /!=|==|<<|>>|:=|[-~+/*%=<>&^|.@]/y
const PUNCTUATION = /[\][{}:(),;]/y
const ESCAPE = /\\([\\abfnrtv"'\n]|N\{[^}]*\}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[0-7]{1,3})/y
const INTERPOLATION =
  /%(\(\w+\))?[-#0 +]*(\d+|\*)?(\.(\d+|\*))?[hlL]?[EGXacdefgiorsux%]|\{\w*((\.\w+)|(\[[^\]]+\]))*(![sra])?(:[^{}\n]?[<>=^]?[-+ ]?#?0?\d*,?(\.\d+)?[EGXbcdefgnosx%]?)?\}/y

class Reader {
  constructor(code) {
    this.code = code
    this.at = 0
    this.found = [] // [class, text]
  }

  // Takes what the rule finds here, as a piece of this class.
  take(rule, kind) {
    rule.lastIndex = this.at
    const match = rule.exec(this.code)
    if (!match || !match[0]) return null
    this.add(typeof kind === "function" ? kind(match) : kind, match[0])
    return match
  }

  add(kind, text) {
    const last = this.found.at(-1)
    if (last && last[0] === kind) last[1] += text
    else this.found.push([kind, text])
    this.at += text.length
  }

  startsWith(text) {
    return this.code.startsWith(text, this.at)
  }

  // Reads code: all of it, or what stands in the braces of an f-string.
  read(isInBraces = false) {
    let depth = 0
    let lineStart = true
    let expects = "" // what the next name is: "nn" in an import, "nf" after def, "nc" after class
    while (this.at < this.code.length) {
      const next = this.code[this.at]
      if (isInBraces && depth === 0 && (/[}:]/.test(next) || /^!(?!=)/.test(this.code.slice(this.at, this.at + 2)))) {
        return
      }
      if (next === "\n") {
        expects = ""
        lineStart = true
      }
      const before = this.code[this.at - 1]
      if (this.take(SPACE, "")) continue
      if (this.take(COMMENT, "c1")) continue
      if (this.string(lineStart)) {
        lineStart = false
        continue
      }
      if (lineStart && this.take(DECORATOR, "nd")) continue
      lineStart = false
      if (this.take(NUMBER, ({ groups }) => Object.keys(groups).find((kind) => groups[kind]))) continue
      const name = this.take(NAME, ([text]) => this.kindOfName(text, before, expects))
      if (name) {
        expects =
          { import: expects === "from" ? "" : "nn", from: "from", def: "nf", class: "nc", as: expects }[name[0]] ??
            expects
        if (["nf", "nc"].includes(this.found.at(-1)[0])) expects = ""
        continue
      }
      if (/[nf]/.test(expects[0]) && next === "." && this.found.at(-1)[0] === "nn") {
        this.add("nn", ".")
        continue
      }
      if (/[([{]/.test(next)) depth += 1
      if (/[)\]}]/.test(next)) depth -= 1
      if (this.take(OPERATOR, "o")) continue
      if (this.take(PUNCTUATION, "p")) continue
      this.add("", next)
    }
  }

  kindOfName(text, before, expects) {
    if (text === "from" || text === "import") return "kn"
    if (KEYWORDS.has(text)) return "k"
    if (CONSTANTS.has(text)) return "kc"
    if (OPERATORS.has(text)) return "ow"
    if (expects === "nn" || expects === "from") return "nn"
    if (expects) return expects
    if (before !== ".") {
      if (BUILTINS.has(text)) return "nb"
      if (SPECIAL.has(text)) return "bp"
      if (EXCEPTION.test(text)) return "ne"
    }
    if (/^__(init|call|repr|len|iter|getitem|setitem|enter|exit|new|eq|add|matmul|mul)__$/.test(text)) return "fm"
    if (/^__(name|file|doc|class|dict|all|version|slots|annotations)__$/.test(text)) return "vm"
    return "n"
  }

  // Reads a string, if one starts here.
  string(lineStart) {
    STRING.lastIndex = this.at
    const start = STRING.exec(this.code)
    if (!start) return false
    const [whole, prefix, quotes] = start
    const isFormatted = /[fFtT]/.test(prefix)
    const isRaw = /[rR]/.test(prefix)
    const isDoc = lineStart && quotes.length === 3 && !isFormatted
    const kind = isDoc ? "sd" : quotes[0] === "'" ? "s1" : "s2"
    if (prefix) this.add("sa", prefix)
    this.add(kind, whole.slice(prefix.length))
    while (this.at < this.code.length) {
      if (this.startsWith(quotes)) {
        this.add(kind, quotes)
        break
      }
      if (quotes.length === 1 && this.startsWith("\n")) break // not closed on its line
      if (isDoc) this.add(kind, this.code[this.at])
      else if (!isRaw && this.take(ESCAPE, "se")) continue
      else if (isFormatted && /^(\{\{|\}\})/.test(this.code.slice(this.at, this.at + 2))) {
        this.add("se", this.code.slice(this.at, this.at + 2))
      } else if (isFormatted && this.startsWith("{")) this.braces(kind)
      else if (!isFormatted && this.take(INTERPOLATION, "si")) continue
      else if (this.startsWith("\\") && this.at + 1 < this.code.length) {
        this.add(kind, this.code.slice(this.at, this.at + 2))
      } else this.add(kind, this.code[this.at])
    }
    return true
  }

  // Reads an expression in an f-string: {value!r:format}.
  braces(kind) {
    this.add("si", "{")
    this.read(true)
    const conversion = /![sra]/y
    this.take(conversion, "si")
    if (this.startsWith(":")) {
      this.add("si", ":")
      while (this.at < this.code.length && !/[}\n]/.test(this.code[this.at])) {
        if (this.startsWith("{")) this.braces(kind)
        else this.add(kind, this.code[this.at])
      }
    }
    if (this.startsWith("}")) this.add("si", "}")
  }
}

// The pieces of a code, in order: [class, text].
export const pieces = (code) => {
  const reader = new Reader(code)
  reader.read()
  return reader.found
}

export const highlighted = (code) => {
  const fragment = document.createDocumentFragment()
  for (const [kind, text] of pieces(code)) {
    if (!kind) fragment.append(text)
    else {
      const span = document.createElement("span")
      span.className = kind
      span.textContent = text
      fragment.append(span)
    }
  }
  return fragment
}
