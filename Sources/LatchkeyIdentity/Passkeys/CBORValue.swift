/// A value in the part of CBOR (RFC 8949) that WebAuthn uses: no tags, no floating-point numbers, no indefinite lengths.
enum CBORValue: Equatable, Sendable {
    case unsigned(UInt64)
    /// The value -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map(CBORMap)
    case bool(Bool)
    case null

    /// The value as an integer, if it is one and fits.
    var integer: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .negative(let number): Int(exactly: number).map { -1 - $0 }
        default: nil
        }
    }
}

/// The entries of a CBOR map in their order. The reader ensures that keys are unique.
struct CBORMap: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        let key: CBORValue
        let value: CBORValue
    }

    var entries: [Entry] = []

    var count: Int { entries.count }

    subscript(label: Int) -> CBORValue? {
        entries.first { $0.key.integer == label }?.value
    }

    subscript(name: String) -> CBORValue? {
        entries.first { $0.key == .text(name) }?.value
    }
}
