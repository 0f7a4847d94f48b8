extension Node {
    /// Returns the node as JSON in UTF-8.
    ///
    /// - Parameters:
    ///   - form: The form of the JSON.
    ///   - isPretty: Whether each member is on its own line, indented by two spaces per level.
    public func jsonBytes(_ form: JSONForm, isPretty: Bool) -> [UInt8] {
        isPretty ? Array(JSONChunks(self, form, isPretty: true).joined()) : jsonBytes(form)
    }
}

/// A handler that writes the received JSON with white space.
struct JSONPrettyPrinter: JSONHandler {
    private var writer = JSONWriter()
    private var levels: [(isObject: Bool, count: Int)] = []
    private var isAfterKey = false

    /// Returns the text written so far and removes it.
    mutating func take() -> [UInt8] { writer.take() }

    mutating func beginObject() {
        startValue()
        levels.append((true, 0))
        writer.append(raw: "{")
    }

    mutating func beginArray() {
        startValue()
        levels.append((false, 0))
        writer.append(raw: "[")
    }

    mutating func key(_ text: String) {
        startMember()
        writer.append(quoting: text)
        writer.append(raw: ": ")
        isAfterKey = true
    }

    mutating func endObject() { end("}") }
    mutating func endArray() { end("]") }

    mutating func scalar(_ value: JSONScalar) {
        startValue()
        switch value {
        case .null: writer.append(raw: "null")
        case .boolean(let value): writer.append(raw: value ? "true" : "false")
        case .number(let value): writer.append(raw: JSONNumber.text(value))
        case .string(let value): writer.append(quoting: value)
        }
    }

    private mutating func startValue() {
        if isAfterKey { isAfterKey = false } else if !levels.isEmpty { startMember() }
    }

    private mutating func startMember() {
        if levels[levels.count - 1].count > 0 { writer.append(raw: ",") }
        levels[levels.count - 1].count += 1
        indent()
    }

    private mutating func indent() {
        writer.append(raw: "\n" + String(repeating: "  ", count: levels.count))
    }

    private mutating func end(_ bracket: String) {
        let level = levels.removeLast()
        if level.count > 0 { indent() }
        writer.append(raw: bracket)
    }
}
