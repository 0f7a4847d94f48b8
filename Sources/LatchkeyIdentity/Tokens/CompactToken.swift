import LatchkeySecrets

/// The form that a signed token has (RFC 7515, section 7.1), checked before anybody reads what it says.
///
/// The library that checks signatures is more generous: it reads other alphabets and passes over members that it has to understand.
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

    /// The algorithm in the header of a token, if the token has three parts in canonical form, repeats no member, and its header requires
    /// no unknown extension.
    ///
    /// - Parameter algorithms: What may have signed it, as `alg` writes it.
    static func algorithm(of text: String, among algorithms: Set<String>) -> String? {
        header(of: text, among: algorithms)?.alg
    }

    /// The header of such a text.
    static func header(of text: String, among algorithms: Set<String>) -> Header? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[2].isEmpty else { return nil }
        // The same bytes in another spelling would be another text for the same token.
        let decoded = parts.compactMap { Base64URL.decodeCanonical(String($0)) }
        guard decoded.count == 3, let header = try? UniqueJSON.decode(Header.self, from: decoded[0]),
            // The library would use one of two claims with the same name.
            (try? UniqueJSON.check(decoded[1])) != nil
        else { return nil }
        // Extensions that change what the rest means (section 4.1.11; RFC 7797), and tokens of other kinds (RFC 8725, section 3.11).
        guard header.crit == nil, header.b64 == nil, header.zip == nil, header.enc == nil,
            header.typ.map({ $0.lowercased() == "jwt" }) ?? true, algorithms.contains(header.alg)
        else {
            return nil
        }
        return header
    }
}
