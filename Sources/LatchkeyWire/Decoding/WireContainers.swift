import LatchkeySecrets

/// The members of an object, found by their camelCase or snake_case names. Null counts as absent.
struct WireObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let members: [String: AnyJSON]
    /// The received names with underscores, by their camelCase form.
    private let rawNames: [String: String]

    /// - Throws: ``WireDecodingError`` if a member appears in two spellings.
    init(members: [String: AnyJSON], codingPath: [any CodingKey]) throws {
        self.codingPath = codingPath
        self.members = members.values.contains(where: \.isNull) ? members.filter { !$0.value.isNull } : members
        // Sorted, so that the choice between two spellings of a name is deterministic.
        let names = self.members.keys.filter { $0.utf8.contains(UInt8(ascii: "_")) }.sorted()
        let refusesRepeated = !names.isEmpty && WireDecoder.repeatedMembers == .refused && !Self.takesAnyName
        var rawNames: [String: String] = [:]
        for name in names {
            let wanted = camelCase(name)
            let isRepeated = rawNames[wanted] != nil || wanted != name && self.members[wanted] != nil
            if refusesRepeated, isRepeated, let key = Key(stringValue: wanted) {
                throw WireDecodingError(.field, at: codingPath + [key], problem: "appears more than once.")
            }
            if rawNames[wanted] == nil { rawNames[wanted] = name }
        }
        self.rawNames = rawNames
    }

    /// Whether the object is a map: its keys are data, and `a_b` and `aB` are different keys.
    private static var takesAnyName: Bool { Key(stringValue: "\u{0}") != nil }

    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { value(key) != nil }

    func decodeNil(forKey key: Key) -> Bool { value(key) == nil }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let tree = value(key) else { return nil }
        return try member(key, tree).decode(type)
    }

    /// Most members are texts. This avoids a decoder for each of them.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        switch value(key) {
        case nil: nil
        case .string(let text): text
        case let tree?: try member(key, tree).decode(type)
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        WireTreeDecoder(tree: .object(members), codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func value(_ key: Key) -> AnyJSON? {
        let name = key.stringValue
        if let tree = members[name] { return tree }
        return rawNames.isEmpty ? nil : rawNames[name].flatMap { members[$0] }
    }

    private func member(_ key: Key) throws -> WireTreeDecoder {
        guard let tree = value(key) else {
            throw WireDecodingError(.field, at: codingPath + [key], problem: "is required.")
        }
        return member(key, tree)
    }

    private func member(_ key: Key, _ tree: AnyJSON) -> WireTreeDecoder {
        WireTreeDecoder(tree: tree, codingPath: codingPath + [key])
    }
}

extension AnyJSON {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// The elements of an array.
struct WireArrayContainer: UnkeyedDecodingContainer {
    let elements: [AnyJSON]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [AnyJSON], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    mutating func decodeNil() throws -> Bool {
        guard case .null? = elements.dropFirst(currentIndex).first else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> WireTreeDecoder {
        let path = codingPath + [WireIndex(currentIndex)]
        guard !isAtEnd else { throw WireDecodingError(.field, at: path, problem: "is required.") }
        defer { currentIndex += 1 }
        return WireTreeDecoder(tree: elements[currentIndex], codingPath: path)
    }
}

/// An array index as part of a path.
private struct WireIndex: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map { String($0) } ?? "" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
}

/// Converts a name to camelCase: `oauth_token_secret` becomes `oauthTokenSecret`.
func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return (words.first.map(String.init) ?? "") + rest.joined()
}
