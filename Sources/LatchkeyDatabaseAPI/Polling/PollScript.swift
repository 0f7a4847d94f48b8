import LatchkeyTree

/// The response to a poll: a script that calls functions of the page.
///
/// A client keeps its script tags in a frame without a URL, and the functions in the parent page.
struct PollScript {
    private var writer = JSONWriter()
    private let callback: Int?

    /// - Parameter callback: The number at the end of the function names; `nil` for the plain names.
    init(callback: Int?) {
        self.callback = callback
    }

    var bytes: [UInt8] { writer.bytes }

    mutating func start(id: String, password: String) {
        call("pLPCommand") { writer in
            writer.append(raw: "\"start\",")
            writer.append(quoting: id)
            writer.append(raw: ",")
            writer.append(quoting: password)
        }
    }

    mutating func append(_ reply: PollOutbox.Reply) {
        call("pRTLPCB") { writer in
            writer.append(raw: "\(reply.number),[")
            for (index, message) in reply.messages.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                Self.append(message, to: &writer)
            }
            writer.append(raw: "]")
        }
        // The client waits for all responses up to this number.
        if reply.isLast { call("pLPCommand") { $0.append(raw: "\"close\",\(reply.number)") } }
    }

    private mutating func call(_ name: String, _ arguments: (inout JSONWriter) -> Void) {
        if let callback {
            writer.append(raw: "(window.\(name)\(callback)?window:parent).\(name)\(callback)(")
        } else {
            writer.append(raw: "\(name)(")
        }
        arguments(&writer)
        writer.append(raw: ");\n")
    }

    /// Appends JSON as JavaScript. The two differ in two line separators, which old browsers do not accept in strings, and in `__proto__`,
    /// which would set a prototype.
    private static func append(_ message: [UInt8], to writer: inout JSONWriter) {
        let text = String(decoding: message, as: UTF8.self)
        let escaped = text.utf8.contains(0xE2) ? text.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029") : text
        guard text.contains("__proto__") else { return writer.append(raw: escaped) }
        writer.append(raw: "JSON.parse(")
        writer.append(quoting: escaped)
        writer.append(raw: ")")
    }
}
