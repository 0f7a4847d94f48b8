import LatchkeySecrets

/// Decoding of JSON responses.
enum JSONReply {
    /// Decodes a JSON body.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/malformedReply``; the detail contains nothing of the body.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8], of what: String) throws -> Value {
        do {
            return try UniqueJSON.decode(type, from: bytes)
        } catch is UniqueJSON.RepeatedMember {
            throw OAuthError(.malformedReply, detail: "the provider's \(what) is JSON in which a member appears more than once")
        } catch {
            throw malformed(what)
        }
    }

    /// Returns the body as text, byte for byte, so that no number is rounded.
    static func text(_ bytes: [UInt8], of what: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed(what) }
        return text
    }

    static func malformed(_ what: String) -> OAuthError {
        OAuthError(.malformedReply, detail: "the provider's \(what) is not the JSON that its documentation describes")
    }
}
