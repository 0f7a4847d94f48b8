/// The members that a type requested from a ``SchemaDecoder``.
final class SchemaNotes {
    struct Member {
        package let name: String
        package let type: any Decodable.Type
        let isRequired: Bool
    }

    package var members: [Member] = []
    /// Whether the type decodes a single string instead of an object.
    var isText = false
}

/// A decoder without data. It records the members that a type requests.
struct SchemaDecoder: Decoder {
    package let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package struct Nothing: Error {}

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>(notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Nothing() }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(notes: notes) }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let notes: SchemaNotes
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) throws -> Bool { false }

        private func note(_ type: any Decodable.Type, _ key: Key, isRequired: Bool) {
            notes.members.append(.init(name: key.stringValue, type: type, isRequired: isRequired))
        }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            note(type, key, isRequired: true)
            if let sample = Self.sample(type) { return sample }
            return try type.init(from: SchemaDecoder(notes: SchemaNotes()))
        }

        private static func sample<T>(_ type: T.Type) -> T? {
            let samples: [Any] = [false, 0, Int64(0), 0.0, ""]
            return samples.lazy.compactMap { $0 as? T }.first
        }

        func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
            note(type, key, isRequired: false)
            return nil
        }

        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
            note(type, key, isRequired: false)
            return nil
        }

        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
            note(type, key, isRequired: false)
            return nil
        }

        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
            note(type, key, isRequired: false)
            return nil
        }

        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
            note(type, key, isRequired: false)
            return nil
        }

        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
            note(type, key, isRequired: false)
            return nil
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw Nothing() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Nothing() }
        func superDecoder() throws -> any Decoder { throw Nothing() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw Nothing() }
    }

    private struct Single: SingleValueDecodingContainer {
        let notes: SchemaNotes
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            notes.isText = type == String.self
            guard let sample = "" as? T else { throw Nothing() }
            return sample
        }
    }
}
