/// A receiver of the tokens of a JSON text.
protocol JSONHandler: Sendable {
    mutating func beginObject() throws(TreeError)
    mutating func key(_ text: String) throws(TreeError)
    mutating func endObject() throws(TreeError)
    mutating func beginArray() throws(TreeError)
    mutating func endArray() throws(TreeError)
    mutating func scalar(_ value: JSONScalar) throws(TreeError)
}

/// An incremental parser of JSON (RFC 8259). It keeps only the token at the end of the current chunk.
///
/// `maxDepth` limits nesting, which costs one byte per level and no stack frame. `maxTokenBytes` limits the length of a string.
struct JSONTokenizer<Handler: JSONHandler>: Sendable {
    var handler: Handler
    private let maxDepth: Int
    private let maxTokenBytes: Int
    /// The maximum length of a number. Longer ones have no practical use, and parsing takes more than linear time.
    private var maxNumberBytes: Int { 1024 }

    private enum State: Sendable {
        case value, firstKeyOrEnd, key, colon, commaOrEnd, firstValueOrEnd, done
        case string(isKey: Bool), escape(isKey: Bool), unicode(isKey: Bool)
        case number, literal
    }

    private var state = State.value
    /// The open containers: true for an object, false for an array.
    private var nesting: [Bool] = []
    private var token: [UInt8] = []
    private var hexDigits: [UInt8] = []
    private var highSurrogate: UInt16?
    private var offset = 0

    init(handler: Handler, maxDepth: Int, maxTokenBytes: Int) {
        self.handler = handler
        self.maxDepth = maxDepth
        self.maxTokenBytes = maxTokenBytes
    }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(TreeError) {
        var index = 0
        while index < bytes.count {
            if case .string(let isKey) = state {
                index = try readString(bytes, from: index, isKey: isKey)
            } else {
                // A number ends at the byte after it, which is then processed again.
                if try !read(bytes[index]) { continue }
                index += 1
                offset += 1
            }
        }
    }

    mutating func finish() throws(TreeError) {
        if case .number = state { try endNumber() }
        guard case .done = state else { throw unexpected("the end") }
    }

    /// Processes a byte.
    ///
    /// - Returns: Whether the byte was consumed.
    private mutating func read(_ byte: UInt8) throws(TreeError) -> Bool {
        switch state {
        case .number:
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                guard token.count < maxNumberBytes else { throw .syntax("a number of more than \(maxNumberBytes) digits", offset: offset) }
                token.append(byte)
                return true
            default:
                try endNumber()
                return false
            }
        case .literal:
            try append(byte)
            try endLiteral()
            return true
        case .escape(let isKey):
            try unescape(byte, isKey: isKey)
            return true
        case .unicode(let isKey):
            try readHexDigit(byte, isKey: isKey)
            return true
        default:
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return true }
            try readStructure(byte)
            return true
        }
    }

    private mutating func readStructure(_ byte: UInt8) throws(TreeError) {
        switch (state, byte) {
        case (.value, _), (.firstValueOrEnd, _):
            if case .firstValueOrEnd = state, byte == UInt8(ascii: "]") { return try end(isObject: false) }
            try beginValue(byte)
        case (.firstKeyOrEnd, UInt8(ascii: "}")): try end(isObject: true)
        case (.firstKeyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")): state = .string(isKey: true)
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.commaOrEnd, UInt8(ascii: ",")): state = nesting.last == true ? .key : .value
        case (.commaOrEnd, UInt8(ascii: "}")) where nesting.last == true: try end(isObject: true)
        case (.commaOrEnd, UInt8(ascii: "]")) where nesting.last == false: try end(isObject: false)
        default: throw unexpected(name(of: byte))
        }
    }

    private mutating func beginValue(_ byte: UInt8) throws(TreeError) {
        switch byte {
        case UInt8(ascii: "{"):
            try nest(isObject: true)
            try handler.beginObject()
            state = .firstKeyOrEnd
        case UInt8(ascii: "["):
            try nest(isObject: false)
            try handler.beginArray()
            state = .firstValueOrEnd
        case UInt8(ascii: "\""): state = .string(isKey: false)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            token.append(byte)
            state = .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            token.append(byte)
            state = .literal
        default: throw unexpected(name(of: byte))
        }
    }

    private mutating func nest(isObject: Bool) throws(TreeError) {
        guard nesting.count < maxDepth else { throw .depth(max: maxDepth) }
        nesting.append(isObject)
    }

    private mutating func end(isObject: Bool) throws(TreeError) {
        nesting.removeLast()
        if isObject { try handler.endObject() } else { try handler.endArray() }
        endValue()
    }

    private mutating func endValue() {
        state = nesting.isEmpty ? .done : .commaOrEnd
        token.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ byte: UInt8) throws(TreeError) {
        guard token.count < maxTokenBytes else { throw .textTooLong(maxBytes: maxTokenBytes) }
        token.append(byte)
    }

    // MARK: Literals and numbers

    private mutating func endLiteral() throws(TreeError) {
        let words: [(StaticString, JSONScalar)] = [("true", .boolean(true)), ("false", .boolean(false)), ("null", .null)]
        for (word, value) in words where word.utf8Start.pointee == token[0] {
            let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            guard expected.starts(with: token) else { throw unexpected(name(of: token[token.count - 1])) }
            guard token.count == expected.count else { return }
            try handler.scalar(value)
            return endValue()
        }
    }

    private mutating func endNumber() throws(TreeError) {
        guard let number = JSONNumber.parse(token) else { throw unexpected("an invalid number") }
        guard number.isFinite else { throw .syntax("a number out of range", offset: offset) }
        try handler.scalar(.number(number))
        endValue()
    }

    // MARK: Strings

    /// Reads the rest of a string in this chunk, up to its end or the next escape.
    private mutating func readString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isKey: Bool) throws(TreeError) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"), bytes[index] >= 0x20 {
            index += 1
        }
        if index > start {
            try endSurrogate()
            guard token.count + index - start <= maxTokenBytes else { throw .textTooLong(maxBytes: maxTokenBytes) }
            token.append(contentsOf: bytes[start..<index])
            offset += index - start
        }
        guard index < bytes.count else { return index }
        switch bytes[index] {
        case UInt8(ascii: "\""): try endString(isKey: isKey)
        case UInt8(ascii: "\\"): state = .escape(isKey: isKey)
        default: throw unexpected("a control character in a string")
        }
        offset += 1
        return index + 1
    }

    private mutating func endString(isKey: Bool) throws(TreeError) {
        try endSurrogate()
        guard let text = String(validating: token, as: UTF8.self) else { throw .syntax("a string that is not UTF-8", offset: offset) }
        if isKey {
            try handler.key(text)
            token.removeAll(keepingCapacity: true)
            state = .colon
        } else {
            try handler.scalar(.string(text))
            endValue()
        }
    }

    private mutating func unescape(_ byte: UInt8, isKey: Bool) throws(TreeError) {
        let character: UInt8
        switch byte {
        case UInt8(ascii: "u"):
            hexDigits.removeAll(keepingCapacity: true)
            state = .unicode(isKey: isKey)
            return
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = byte
        case UInt8(ascii: "b"): character = 0x08
        case UInt8(ascii: "f"): character = 0x0C
        case UInt8(ascii: "n"): character = 0x0A
        case UInt8(ascii: "r"): character = 0x0D
        case UInt8(ascii: "t"): character = 0x09
        default: throw unexpected("an invalid escape sequence")
        }
        try endSurrogate()
        try append(character)
        state = .string(isKey: isKey)
    }

    private mutating func readHexDigit(_ byte: UInt8, isKey: Bool) throws(TreeError) {
        guard Character(Unicode.Scalar(byte)).isHexDigit else { throw unexpected(name(of: byte)) }
        hexDigits.append(byte)
        guard hexDigits.count == 4 else { return }
        let unit = UInt16(String(decoding: hexDigits, as: UTF8.self), radix: 16) ?? 0xFFFD
        state = .string(isKey: isKey)
        if let high = highSurrogate, UTF16.isTrailSurrogate(unit) {
            highSurrogate = nil
            try append(String(decoding: [high, unit], as: UTF16.self))
        } else {
            try endSurrogate()
            if UTF16.isLeadSurrogate(unit) { highSurrogate = unit } else { try append(String(decoding: [unit], as: UTF16.self)) }
        }
    }

    private mutating func append(_ text: String) throws(TreeError) {
        for byte in text.utf8 { try append(byte) }
    }

    /// Replaces an unpaired surrogate with the replacement character.
    private mutating func endSurrogate() throws(TreeError) {
        guard highSurrogate != nil else { return }
        highSurrogate = nil
        try append("\u{FFFD}")
    }

    // MARK: Errors

    private func unexpected(_ what: String) -> TreeError { .syntax("unexpected \(what)", offset: offset) }

    private func name(of byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    }
}
