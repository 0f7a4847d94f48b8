// The words that fit at the cursor: keys of rules, variables, wildcards on the path, and members of the value before the dot.

const snapshotMembers = [
  "val()", "child(", "parent()", "hasChild(", "hasChildren(", "exists()", "getPriority()", "isString()", "isNumber()", "isBoolean()"];
const textMembers = ["length", "contains(", "beginsWith(", "endsWith(", "replace(", "toLowerCase()", "toUpperCase()", "matches("];
const queryMembers = [
  "orderByChild", "orderByKey", "orderByValue", "orderByPriority", "startAt", "endAt", "equalTo", "limitToFirst", "limitToLast"];
const authMembers = ["uid", "provider", "token"];
const tokenMembers = ["email", "email_verified", "phone_number", "name", "picture", "sub", "auth_time", "firebase"];

/** The name of the call that ends the text, without its arguments: `child` for `data.child('a')`. */
const lastCall = (text) => {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ")") depth += 1;
    if (text[at] === "(") depth -= 1;
    if (depth === 0) return /(\w+)$/.exec(text.slice(0, at))?.[1];
  }
  return undefined;
};

/** The members of the value with which the text ends. */
const membersOf = (text) => {
  if (/\bauth\.token$/.test(text)) return tokenMembers;
  if (/\bauth$/.test(text)) return authMembers;
  if (/\bquery$/.test(text)) return queryMembers;
  if (/(?:\b(?:root|data|newData))$/.test(text)) return snapshotMembers;
  if (/\)$/.test(text)) return ["child", "parent"].includes(lastCall(text)) ? snapshotMembers : textMembers;
  return textMembers;
};

const wordsIn = (state, kind) => [
  ...ruleVariables.filter((name) => (name !== "newData" || kind !== ".read") && (name !== "query" || kind !== ".validate")),
  ...new Set(state.path.filter((name) => name.startsWith("$"))), "true", "false", "null"];

/** Inserts a completion. The cursor stays between the quotes of a new value. */
const insert = (editor, { from, to }, { text, after = "" }) => {
  editor.replaceRange(text + after, from, to, "complete");
  editor.setCursor({ line: from.line, ch: from.ch + text.length });
};

const completions = (editor) => {
  const cursor = editor.getCursor();
  const token = editor.getTokenAt(cursor);
  const { state } = token;
  const line = editor.getLine(cursor.line);
  const list = (words, start, end = cursor.ch) => ({
    from: { line: cursor.line, ch: start }, to: { line: cursor.line, ch: end },
    list: words.map((word) => ({ hint: insert, ...word })),
  });
  if (["string-2", "comment"].includes(token.type)) return undefined;
  if (state.within === "rule") {
    const word = /[\w$]*$/.exec(line.slice(token.start, cursor.ch))[0];
    const start = cursor.ch - word.length;
    const before = /^(.*?)\s*\.\s*$/.exec(line.slice(0, start));
    const fitting = before ? membersOf(before[1]) : wordsIn(state, state.key);
    const shown = fitting.filter((name) => name.startsWith(word) && name !== word);
    return list(shown.map((text) => ({ text, displayText: text.endsWith("(") ? `${text})` : text })), start);
  }
  const isKey = state.within === "json" && state.open.at(-1) === "{" && !state.isValue;
  if (!isKey) return undefined;
  const typed = /^"/.test(token.string) ? token.string.slice(0, cursor.ch - token.start) : "";
  // A closed key is replaced with its quotes. Its value stays.
  const end = typed ? token.end : cursor.ch;
  const hasValue = /^\s*:/.test(line.slice(end));
  const shown = [...ruleKeys, ".indexOn"].filter((name) => `"${name}"`.startsWith(typed) && `"${name}"` !== token.string);
  return list(shown.map((name) => {
    const [text, after] = name === ".indexOn" ? [": [\"", "\"]"] : [": \"", "\""];
    return { text: `"${name}"${hasValue ? "" : text}`, after: hasValue ? "" : after, displayText: name };
  }), cursor.ch - typed.length, end);
};
