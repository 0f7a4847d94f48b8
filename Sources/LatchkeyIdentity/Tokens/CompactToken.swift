import LatchkeySecrets

/// Checks the compact form of a signed token (RFC 7515, section 7.1), before its contents are read.
///
/// The library that verifies signatures is more lenient: it accepts other alphabets and ignores critical header parameters.
enum CompactToken {
    struct Header: Decodable {
        let alg: String
        let typ: String?
        let kid: ClaimValue?
        let crit: ClaimValue?
        let b64: ClaimValue?
        let zip: ClaimValue?
        let enc: ClaimValue?
    }

    /// Returns the algorithm in the header of a token, if the token has three parts in canonical form, repeats no member, and its header
    /// requires no unknown extension.
    ///
    /// - Parameter algorithms: The accepted values of `alg`.
    static func algorithm(of text: String, among algorithms: Set<String>) -> String? {
        header(of: text, among: algorithms)?.alg
    }

    /// Returns the header of such a token.
    static func header(of text: String, among algorithms: Set<String>) -> Header? {
        guard let parts = TokenParts(text), !parts.signature.isEmpty,
            let header = try? UniqueJSON.decode(Header.self, from: parts.header),
            // The library would use one of two claims with the same name.
            (try? UniqueJSON.check(parts.payload)) != nil
        else { return nil }
        // Refuses extensions that change the meaning (section 4.1.11; RFC 7797), and tokens of other types (RFC 8725, section 3.11).
        guard header.crit == nil, header.b64 == nil, header.zip == nil, header.enc == nil,
            header.typ.map({ $0.lowercased() == "jwt" }) ?? true, algorithms.contains(header.alg)
        else {
            return nil
        }
        return header
    }
}
