import LatchkeyTree

/// The answers to polls: scripts that call functions of the page.
///
/// A client keeps its script tags in a frame without an address of its own, and the functions in the page around it.
struct PollScript {
    private var writer = JSONWriter()
    private let callback: Int?

    /// - Parameter callback: the number at the end of the functions' names; without one they have their plain names.
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

    mutating func append(_ answer: PollOutbox.Answer) {
        call("pRTLPCB") { writer in
            writer.append(raw: "\(answer.number),[")
            for (index, message) in answer.messages.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                Self.append(message, to: &writer)
            }
            writer.append(raw: "]")
        }
        // The client waits for the answers up to this one.
        if answer.isLast { call("pLPCommand") { $0.append(raw: "\"close\",\(answer.number)") } }
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

    /// JSON is JavaScript but for two line ends, which old browsers do not take in strings, and a name that would set a prototype.
    private static func append(_ message: [UInt8], to writer: inout JSONWriter) {
        let text = String(decoding: message, as: UTF8.self)
        let escaped = text.utf8.contains(0xE2) ? text.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029") : text
        guard text.contains("__proto__") else { return writer.append(raw: escaped) }
        writer.append(raw: "JSON.parse(")
        writer.append(quoting: escaped)
        writer.append(raw: ")")
    }
}
