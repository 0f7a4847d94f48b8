// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension Node {
    /// - Parameter isPretty: a line for each member, indented by two blanks a level.
    public func jsonBytes(_ form: JSONForm, isPretty: Bool) -> [UInt8] {
        let bytes = jsonBytes(form)
        guard isPretty else { return bytes }
        var tokenizer = JSONTokenizer(handler: JSONPrettyPrinter(), maxDepth: .max, maxTokenBytes: .max)
        // What the writer wrote is JSON.
        do throws(TreeError) {
            try tokenizer.read(all: bytes)
            try tokenizer.finish()
        } catch {
            return bytes
        }
        return tokenizer.handler.writer.bytes
    }
}

private struct JSONPrettyPrinter: JSONHandler {
    private(set) var writer = JSONWriter()
    private var levels: [(isObject: Bool, count: Int)] = []
    private var isAfterKey = false

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
