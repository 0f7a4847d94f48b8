public import LatchkeyTree

extension AuthValue {
    /// Creates a value from JSON, for tests of rules, or to view a database as a user does.
    public init(_ value: JSONValue) {
        self =
            switch value {
            case .scalar(.null): .null
            case .scalar(.boolean(let value)): .boolean(value)
            case .scalar(.number(let value)): .number(value)
            case .scalar(.string(let value)): .string(value)
            case .array(let elements): .list(elements.map { AuthValue($0) })
            case .object(let members): .map(AuthMembers(members.map { ($0.name, AuthValue($0.value)) }))
            }
    }

    /// The value as JSON text.
    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.append(raw: "null")
        case .boolean(let value): writer.append(raw: "\(value)")
        case .number(let value): writer.append(raw: JSONNumber.text(value))
        case .string(let value): writer.append(quoting: value)
        case .list(let elements):
            writer.append(raw: "[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                element.write(to: &writer)
            }
            writer.append(raw: "]")
        case .map(let members):
            writer.append(raw: "{")
            for (index, name) in members.allNames.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                writer.append(quoting: name)
                writer.append(raw: ":")
                (members[name] ?? .null).write(to: &writer)
            }
            writer.append(raw: "}")
        }
    }
}
