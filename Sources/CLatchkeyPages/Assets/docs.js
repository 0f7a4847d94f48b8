// Shows the OpenAPI document. The parts of an operation are made when it is opened, because the document describes hundreds of them.
"use strict"

const main = document.getElementById("content")
const found = document.getElementById("found")
let api

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children.filter(child => child !== undefined))
  return made
}

// Text in Markdown, of which the document uses paragraphs and code.
function prose(text) {
  return (text ?? "").split(/\n\n+/).filter(Boolean).map(paragraph => element("p", {}, ...inline(paragraph)))
}

function inline(text) {
  return text.split(/`([^`]*)`/).map((part, index) => index % 2 ? element("code", {}, part) : part)
}

function resolved(schema) {
  return schema.$ref ? api.components.schemas[schema.$ref.split("/").pop()] ?? {} : schema
}

function typeName(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop()
  if (schema.anyOf) return schema.anyOf.map(typeName).join(" or ")
  if (schema.type === "array") return "array of " + typeName(schema.items ?? {})
  if (schema.additionalProperties) return "object with values of " + typeName(schema.additionalProperties)
  return schema.type ?? "any value"
}

// The schema of the members below a value: of an object, of the elements of an array, or of the values of a map.
function inner(schema) {
  const whole = resolved(schema)
  if (whole.properties) return whole
  const below = whole.items ?? whole.additionalProperties
  return below ? inner(below) : undefined
}

function member(name, schema, isRequired, text) {
  const item = element("li", {}, element("code", {}, name), " ", element("span", { className: "quiet" }, typeName(schema)))
  if (isRequired) item.append(" ", element("span", { className: "tag doubtful" }, "required"))
  if (text) item.append(element("div", {}, ...inline(text)))
  const object = inner(schema)
  if (object) item.append(expandable("Members of " + name, () => [members(object)]))
  return item
}

function members(object) {
  return element("ul", { className: "members" }, ...Object.entries(object.properties)
    .map(([name, schema]) => [name, schema, (object.required ?? []).includes(name)])
    .sort((one, other) => other[2] - one[2])
    .map(([name, schema, isRequired]) => member(name, schema, isRequired, schema.description)))
}

// Schemas may contain themselves, so that members are made when they are opened.
function expandable(title, make) {
  const details = element("details", {}, element("summary", {}, title))
  details.addEventListener("toggle", () => details.append(...make()), { once: true })
  return details
}

function part(title, ...children) { return [element("h4", {}, title), ...children] }

function pretty(value) { return element("pre", {}, JSON.stringify(value, null, 2)) }

function access(operation) {
  if (!operation.security?.length) return ["No credential."]
  return operation.security.map(choice => Object.keys(choice).map(name => {
    const scheme = api.components.securitySchemes[name]
    const place = scheme.scheme ? "Header `Authorization: Bearer`" : `${scheme.in === "header" ? "Header" : "Query parameter"} \`${scheme.name}\``
    return `${place}. ${scheme.description}`
  }).join(" and ") || "No credential.")
}

function contents(content) {
  return Object.entries(content ?? {}).flatMap(([type, { schema, example }]) => [
    element("p", {}, element("code", {}, type), " ", element("span", { className: "quiet" }, typeName(schema))),
    ...inner(schema) ? [members(inner(schema))] : [],
    ...example === undefined ? [] : [element("p", { className: "quiet" }, "Example"), pretty(example)],
  ])
}

function response([status, { description, content }]) {
  const item = element("li", {}, element("code", {}, status), " ", ...inline(description))
  const codes = Object.values(content ?? {}).flatMap(({ examples }) => Object.entries(examples ?? {}))
  if (content) item.append(expandable("Body of status " + status, () => [
    ...contents(content), ...codes.slice(0, 1).flatMap(([, { value }]) => [element("p", { className: "quiet" }, "Example"), pretty(value)]),
  ]))
  return item
}

function parts(operation, servers) {
  const body = operation.requestBody
  return element("div", { className: "details" },
    ...prose(operation.description),
    element("p", { className: "quiet" }, "Operation ", element("code", {}, operation.operationId)),
    ...servers ? part("Server", ...servers.map(server => element("p", {}, element("code", {}, server.url), " ", server.description ?? ""))) : [],
    ...part("Access", element("ul", { className: "members" }, ...access(operation).map(text => element("li", {}, ...inline(text))))),
    ...operation.parameters ? part("Parameters", element("ul", { className: "members" }, ...operation.parameters.map(parameter =>
      member(parameter.name, { type: `${typeName(parameter.schema)} in ${parameter.in}` }, parameter.required, parameter.description)))) : [],
    ...body ? part(body.required ? "Body (required)" : "Body", ...contents(body.content)) : [],
    ...part("Responses", element("ul", { className: "members" }, ...Object.entries(operation.responses).map(response))))
}

function row({ path, method, operation, servers }) {
  const details = element("details", { className: "operation", id: operation.operationId },
    element("summary", {}, element("span", { className: "method " + method }, method.toUpperCase()), element("h3", {}, path),
      element("span", {}, operation.summary)))
  details.addEventListener("toggle", () => details.append(parts(operation, servers)), { once: true })
  details.addEventListener("toggle", () => { if (details.open) history.replaceState(null, "", "#" + details.id) })
  return details
}

function operations() {
  return Object.entries(api.paths).flatMap(([path, item]) => Object.entries(item)
    .filter(([, operation]) => operation.operationId)
    .map(([method, operation]) => ({ path, method, operation, servers: item.servers })))
}

function show() {
  const all = operations()
  const groups = api.tags.map(tag => ({ tag, rows: [] }))
  for (const one of all) {
    const { operation, path, method } = one
    const codes = Object.values(operation.responses["400"]?.content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {}))
    const words = [method, path, operation.summary, operation.operationId, operation.description, operation.tags, ...codes].join(" ").toLowerCase()
    groups.find(group => group.tag.name === operation.tags?.[0])?.rows.push({ words, details: row(one) })
  }
  for (const [index, group] of groups.entries()) {
    const id = "group-" + index
    group.section = element("section", {}, element("h2", { id }, group.tag.name), element("p", {}, group.tag.description),
      ...group.rows.map(({ details }) => details))
    group.section.setAttribute("aria-labelledby", id)
    group.count = element("span", { className: "tag" })
    group.entry = element("li", {}, element("a", { href: "#" + id }, group.tag.name, group.count))
    document.getElementById("operations").append(group.section)
    document.getElementById("groups").append(group.entry)
  }
  document.getElementById("about").append(...prose(api.info.description), element("p", { className: "quiet" }, "Version " + api.info.version))
  document.querySelector("nav").hidden = false
  const search = document.getElementById("search")
  search.addEventListener("input", () => filter(groups, search.value, all.length))
  search.form.addEventListener("submit", event => event.preventDefault())
  filter(groups, search.value, all.length)
  openNamed()
  addEventListener("hashchange", openNamed)
}

function filter(groups, text, total) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { section, entry, count: shown, rows } of groups) {
    let matches = 0
    for (const { words, details } of rows) {
      details.hidden = !wanted.every(word => words.includes(word))
      if (!details.hidden) matches += 1
    }
    section.hidden = entry.hidden = matches === 0
    shown.textContent = matches
    count += matches
  }
  found.textContent = count === total ? `${total} operations` : `${count} of ${total} operations`
}

function openNamed() {
  const named = document.getElementById(location.hash.slice(1))
  if (!named) return
  if (named.closest("[hidden]")) {
    const search = document.querySelector("input[type=search]")
    search.value = ""
    search.dispatchEvent(new Event("input"))
  }
  if (named.matches(".operation")) named.open = true
  named.scrollIntoView()
}

// An upgrade of the server changes the document.
fetch(main.dataset.document, { cache: "no-cache" })
  .then(response => response.ok ? response.json() : Promise.reject(new Error("status " + response.status)))
  .then(document => { api = document; show() })
  .catch(error => { found.textContent = `The OpenAPI document cannot be shown: ${error.message}. Reload the page.` })
