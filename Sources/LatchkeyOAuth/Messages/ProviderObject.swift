/// A JSON object of a provider, for reading a user by the names of members.
///
/// A path leads through nested objects by names and through lists by positions: `["images", "0", "url"]`.
public struct ProviderObject: Sendable {
    private let root: Value
    /// The object as JSON text, byte for byte.
    public let json: String

    /// Parses a response; throws ``OAuthError`` with code ``OAuthError/Code/malformedReply``.
    ///
    /// - Parameter what: A name for the object in the error message.
    public init(_ body: [UInt8], of what: String = "user object") throws {
        root = try JSONReply.decode(Value.self, from: body, of: what)
        json = try JSONReply.text(body, of: what)
        guard case .object = root else { throw JSONReply.malformed(what) }
    }

    /// Returns a text; `nil` if it is empty, missing, or no text.
    public subscript(_ path: String...) -> String? {
        guard case .text(let text) = root.value(at: path[...]), !text.isEmpty else { return nil }
        return text
    }

    /// Whether a member is the JSON value `true`.
    public func isTrue(_ path: String...) -> Bool {
        if case .flag(true) = root.value(at: path[...]) { true } else { false }
    }

    /// Returns the number of seconds or another whole number; `nil` if the member is no such number.
    public func integer(_ path: String...) -> Int64? {
        guard case .integer(let number) = root.value(at: path[...]) else { return nil }
        return number
    }

    /// Returns the texts of a list.
    public func texts(_ path: String...) -> [String] {
        guard case .list(let values) = root.value(at: path[...]) else { return [] }
        return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Returns the ID of a user, which is a text of at most 128 printable ASCII characters or a positive whole number.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/malformedReply`` if it is missing.
    public func id(_ path: String...) throws -> String {
        switch root.value(at: path[...]) {
        case .integer(let number) where number > 0: return String(number)
        case .text(let text) where (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }: return text
        default: throw OAuthError(.malformedReply, detail: "the provider's user object has no valid \(path.joined(separator: "."))")
        }
    }

    private enum Value: Decodable, Sendable {
        case text(String)
        case integer(Int64)
        case flag(Bool)
        case list([Value])
        case object([String: Value])
        /// `null`, or a number that is not a whole number of 64 bits.
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let members = try? container.decode([String: Value].self) {
                self = .object(members)
            } else if let values = try? container.decode([Value].self) {
                self = .list(values)
            } else {
                self = .other
            }
        }

        func value(at path: ArraySlice<String>) -> Value? {
            guard let name = path.first else { return self }
            switch self {
            case .object(let members): return members[name]?.value(at: path.dropFirst())
            case .list(let values):
                guard let position = Int(name), values.indices.contains(position) else { return nil }
                return values[position].value(at: path.dropFirst())
            default: return nil
            }
        }
    }
}
