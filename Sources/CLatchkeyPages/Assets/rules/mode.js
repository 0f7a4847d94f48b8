// Splits rules into tokens for CodeMirror: JSON with comments, and the expressions in its strings. The server reports the errors.

const ruleKeys = [".read", ".write", ".validate"];
const ruleVariables = ["auth", "now", "root", "data", "newData", "query"];

const spaceOrComment = (stream, state) => {
  if (state.isComment || stream.match("/*")) {
    state.isComment = !stream.match(/^.*?\*\//);
    if (state.isComment) stream.skipToEnd();
    return "comment";
  }
  return undefined;
};

/** The content of a string whose opening quote was read, up to the closing one or the end of the line. */
const restOfString = (stream, state) => {
  stream.match(/^(?:[^"\\]|\\.|\\$)*/);
  if (stream.eat("\"")) state.within = "json";
  return "string";
};

const expressionToken = (stream, state) => {
  if (stream.eatSpace()) return null;
  const comment = spaceOrComment(stream, state);
  if (comment) return comment;
  if (stream.match(/^\/\/[^"]*/)) return "comment";
  if (stream.eat("\"")) {
    state.within = "json";
    return "string";
  }
  const before = state.before;
  const follows = (style, last) => {
    state.before = last;
    return style;
  };
  if (stream.match(/^'(?:[^'"\\]|\\.)*'?/) || stream.match(/^\\"(?:[^"\\]|\\[^"])*(?:\\")?/)) return follows("string-2", "value");
  // A slash after an operator or a parenthesis begins a regular expression, and divides after a value.
  if (before !== "value" && stream.match(/^\/(?:[^/"\\[]|\\.|\[(?:[^\]"\\]|\\.)*\])+\/[a-z]*/)) return follows("string-2", "value");
  if (stream.match(/^[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?/)) return follows("number", "value");
  const name = stream.match(/^[\w$]+/)?.[0];
  if (name) {
    if (before === ".") return follows("property", "value");
    if (["true", "false", "null"].includes(name)) return follows("atom", "value");
    if (name.startsWith("$")) return follows("variable-2", "value");
    return follows(ruleVariables.includes(name) ? "variable-3" : "variable", "value");
  }
  if (stream.match(/^[()[\]]/)) return follows("bracket-2", /[)\]]/.test(stream.current()) ? "value" : "(");
  if (stream.eat(".")) return follows(null, ".");
  if (stream.match(/^(?:[=!]==?|[<>]=?|&&|\|\||[-+*/%!?:])/)) return follows("operator", "operator");
  stream.next();
  return follows(null, "operator");
};

const key = (stream, state) => {
  stream.match(/^"(?:[^"\\]|\\.)*"?/);
  state.key = stream.current().replaceAll("\"", "");
  if (state.key.startsWith(".")) return "keyword";
  return state.key.startsWith("$") ? "variable-2" : "property";
};

const jsonToken = (stream, state) => {
  if (stream.eatSpace()) return null;
  const comment = spaceOrComment(stream, state);
  if (comment) return comment;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.peek() === "\"") {
    if (state.open.at(-1) === "{" && !state.isValue) return key(stream, state);
    stream.next();
    state.within = ruleKeys.includes(state.key) ? "rule" : "text";
    state.before = "operator";
    return "string";
  }
  const character = stream.next();
  switch (character) {
    case "{": case "[":
      state.open.push(character);
      state.path.push(state.key);
      state.isValue = character === "[";
      return "bracket";
    case "}": case "]":
      state.open.pop();
      state.key = state.path.pop() ?? "";
      state.isValue = true;
      return "bracket";
    case ":": state.isValue = true; return null;
    case ",": state.isValue = state.open.at(-1) === "["; return null;
    default:
      return stream.match(/^\w*/) && /^(?:true|false|null)$/.test(stream.current()) ? "atom" : "number";
  }
};

const rulesMode = () => ({
  // `path` has the keys of the open objects and lists, and `before` the kind of the last token of an expression.
  startState: () => ({ within: "json", isComment: false, open: [], path: [], key: "", isValue: false, before: "operator" }),
  token: (stream, state) => {
    if (state.within === "text") return restOfString(stream, state);
    return state.within === "rule" ? expressionToken(stream, state) : jsonToken(stream, state);
  },
  indent: (state, after) => {
    const depth = state.open.length - (/^\s*[}\]]/.test(after) ? 1 : 0) + (state.within === "rule" ? 1 : 0);
    return Math.max(0, depth) * 2;
  },
});
