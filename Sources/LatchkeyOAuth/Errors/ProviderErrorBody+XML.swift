extension ProviderErrorBody {
    /// Reads `<error code="415">text</error>`, with or without the attribute; `nil` for any other markup, such as a web page.
    ///
    /// Searches for a single element of this shape and does not parse XML in general; provider responses do not require it.
    init?(xml body: [UInt8]) {
        guard let text = String(validating: body.prefix(65_536), as: UTF8.self),
            let open = Self.openTag(in: text[...]), let tagEnd = text[open...].firstIndex(of: ">")
        else { return nil }
        let attributes = text[open..<tagEnd]
        let content = text[text.index(after: tagEnd)...].prefix { $0 != "<" }
        self.init(number: Self.code(in: attributes), message: Self.unescaped(content))
    }

    /// Returns the index after the name `error` in an opening tag.
    private static func openTag(in text: Substring) -> Substring.Index? {
        var rest = text
        while let bracket = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: bracket)...]
            if rest.hasPrefix("error"), let next = rest.dropFirst(5).first, next == ">" || next.isWhitespace {
                return rest.index(rest.startIndex, offsetBy: 5)
            }
        }
        return nil
    }

    private static func code(in attributes: Substring) -> Int? {
        for word in attributes.split(whereSeparator: \.isWhitespace) where word.hasPrefix("code=") {
            return Int(word.dropFirst(5).filter { $0 != "\"" && $0 != "'" })
        }
        return nil
    }

    private static func unescaped(_ content: Substring) -> String {
        var text = ""
        var rest = content
        while let ampersand = rest.firstIndex(of: "&") {
            text += rest[..<ampersand]
            rest = rest[ampersand...]
            if let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
                text += entity.text
                rest = rest.dropFirst(entity.name.count)
            } else {
                text += "&"
                rest = rest.dropFirst()
            }
        }
        return text + rest
    }

    private static let entities: [(name: String, text: String)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
    ]
}
