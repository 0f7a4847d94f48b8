/// An element of a reply in XML.
///
/// The reader accepts what S3 servers send: elements, text, the predefined entities and characters by number. It ignores attributes, and
/// refuses document types, so that a reply cannot define entities.
struct XMLElement: Equatable {
    let name: String
    private(set) var text = ""
    private(set) var children: [XMLElement] = []

    private static let maxDepth = 8
    private static let maxElements = 50_000

    /// Returns the text of the first child with a name.
    subscript(name: String) -> String? { children.first { $0.name == name }?.text }

    /// - Returns: `nil` if the text is not one element.
    init?(parsing bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var rest = Substring(text.hasPrefix("\u{feff}") ? text.dropFirst() : text[...])
        var open: [XMLElement] = []
        var count = 0
        while let start = rest.firstIndex(of: "<") {
            let before = rest[..<start]
            if open.isEmpty {
                guard before.allSatisfy(\.isWhitespace) else { return nil }
            } else {
                guard let decoded = Self.decode(before) else { return nil }
                open[open.count - 1].text += decoded
            }
            guard let end = rest[start...].firstIndex(of: ">") else { return nil }
            var tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("?") {
                // The declaration is the first thing of a document.
                guard count == 0, tag.hasPrefix("?xml "), tag.hasSuffix("?") else { return nil }
                continue
            }
            var isClosed = tag.hasPrefix("/")
            if isClosed {
                guard open.last?.name == String(tag.dropFirst()).trimmingSuffix() else { return nil }
            } else {
                if tag.hasSuffix("/") { (tag, isClosed) = (tag.dropLast(), true) }
                count += 1
                guard let name = Self.name(of: tag), open.count < Self.maxDepth, count <= Self.maxElements else { return nil }
                open.append(XMLElement(name: name))
            }
            guard isClosed else { continue }
            let closed = open.removeLast()
            if open.isEmpty {
                guard rest.allSatisfy(\.isWhitespace) else { return nil }
                self = closed
                return
            }
            open[open.count - 1].children.append(closed)
        }
        return nil
    }

    private init(name: String) {
        self.name = name
    }

    private static func name(of tag: Substring) -> String? {
        let name = tag.prefix { !$0.isWhitespace }
        guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.:".contains($0) }) else {
            return nil
        }
        return String(name)
    }

    private static func decode(_ text: Substring) -> String? {
        var (result, rest) = ("", text)
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            guard let end = rest[mark...].firstIndex(of: ";") else { return nil }
            let entity = rest[rest.index(after: mark)..<end]
            guard let character = Self.entities[String(entity)] ?? Self.character(numbered: entity) else { return nil }
            result.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let entities: [String: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func character(numbered entity: Substring) -> Character? {
        guard entity.hasPrefix("#"), entity.utf8.count <= 8 else { return nil }
        let number = entity.hasPrefix("#x") ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst())
        return number.flatMap(Unicode.Scalar.init).map { Character($0) }
    }
}

extension String {
    fileprivate func trimmingSuffix() -> String { String(reversed().drop(while: \.isWhitespace).reversed()) }
}
