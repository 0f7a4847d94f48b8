import LatchkeySecrets

/// A decoder for a ``AnyJSON`` that is as lenient as ``WireDecoder``.
struct WireTreeDecoder: Decoder {
    let tree: AnyJSON
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = tree else { throw wrong("must be an object.") }
        return KeyedDecodingContainer(try WireObjectContainer<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = tree else { throw wrong("must be an array.") }
        return WireArrayContainer(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func wrong(_ problem: String) -> WireDecodingError {
        WireDecodingError(.field, at: codingPath, problem: problem)
    }
}

extension WireTreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        if case .null = tree { true } else { false }
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch tree {
        case .bool(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: throw wrong("must be true or false.")
        }
    }

    func decode(_ type: String.Type) throws -> String {
        switch tree {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .number(let number): return Int64(exactly: number).map { String($0) } ?? String(number)
        default: throw wrong("must be a string.")
        }
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch tree {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        case .string(let text):
            guard let number = Double(text), number.isFinite else { throw wrong("must be a number.") }
            return number
        default: throw wrong("must be a number.")
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    private func integer<Number: FixedWidthInteger>() throws -> Number {
        let number: Number? =
            switch tree {
            case .integer(let number): Number(exactly: number)
            case .number(let number): Number(exactly: number)
            case .string(let text): Number(text)
            default: nil
            }
        guard let number else { throw wrong("must be a whole number.") }
        return number
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: self)
    }
}
