extension OAuth1AuthorizationHeader {
    /// Parses a header strictly: every value is quoted, a comma and optional whitespace separate pairs, and names are unique.
    ///
    /// Escapes are decoded and `+` is literal. Throws ``OAuthError`` with code ``OAuthError/Code/malformedHeader``; the detail
    /// names the invalid pair and the problem.
    public init(parsing text: String) throws {
        guard text.utf8.count <= Self.maxBytes else { throw Self.malformed("it is longer than \(Self.maxBytes) bytes") }
        guard Self.isOAuth(text) else { throw Self.malformed("it does not begin with OAuth and a space") }
        parameters = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = PairReader(bytes: bytes, position: 5)
            return try reader.readAll()
        }
    }

    fileprivate static func malformed(_ fault: String) -> OAuthError {
        OAuthError(
            .malformedHeader, detail: "the Authorization header cannot be read: \(fault)",
            hint: #"Use this form: OAuth oauth_consumer_key="...", oauth_nonce="...", with every value escaped and in double quotes."#)
    }
}

private struct PairReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    private var pairs: Parameters = [:]

    init(bytes: UnsafeBufferPointer<UInt8>, position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func readAll() throws -> Parameters {
        skipBlanks()
        while position < bytes.count {
            try readPair()
            skipBlanks()
            guard position < bytes.count else { break }
            try expect(",", after: "a value")
            skipBlanks()
            guard position < bytes.count else { throw fault("nothing follows the last comma") }
        }
        guard !pairs.isEmpty else { throw fault("it has no parameters") }
        return pairs
    }

    private mutating func readPair() throws {
        let name = decoded(read(until: "="))
        guard let name, !name.isEmpty, ByteSet.visibleASCII.containsAll(of: name) else {
            throw fault("the name of pair \(pairs.count + 1) is empty, incorrectly escaped or not visible ASCII")
        }
        try expect("=", after: "a name")
        try expect("\"", after: "the equals sign")
        let value = decoded(read(until: "\""))
        guard let value else { throw fault("the value of \(name) is incorrectly escaped or not UTF-8") }
        try expect("\"", after: "the value of \(name)")
        guard pairs[name] == nil else { throw fault("\(name) appears twice") }
        pairs.append(name, value)
    }

    /// Also returns `nil` for bytes that must be escaped in a value.
    private func decoded(_ piece: UnsafeBufferPointer<UInt8>) -> String? {
        guard piece.allSatisfy({ ByteSet.visibleASCII.contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }) else {
            return nil
        }
        return PercentEncoding.decode(piece, plusIsSpace: false)
    }

    private mutating func read(until stop: Unicode.Scalar) -> UnsafeBufferPointer<UInt8> {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: stop) { position += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    private mutating func expect(_ character: Unicode.Scalar, after place: String) throws {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            throw fault("\(character) is missing after \(place)")
        }
        position += 1
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private func fault(_ text: String) -> OAuthError {
        OAuth1AuthorizationHeader.malformed(text)
    }
}
