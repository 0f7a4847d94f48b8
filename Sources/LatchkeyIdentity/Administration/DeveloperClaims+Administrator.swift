import LatchkeySecrets

extension DeveloperClaims {
    /// Checks the custom claims that an administrator sets for an account (`customAttributes`), as JSON text.
    ///
    /// - Returns: The text to store; `nil` for empty text.
    /// - Throws: ``SignInError``: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    package static func checked(_ text: String) throws -> String? {
        guard text.unicodeScalars.count <= maxBytes else { throw tooLarge }
        if text.isEmpty { return nil }
        let members: [String: ClaimValue]
        do {
            members = try UniqueJSON.decode([String: ClaimValue].self, from: text.utf8)
        } catch {
            let problem = (error as? UniqueJSON.RepeatedMember).map { " \($0)." } ?? ""
            throw SignInError(.init(rawValue: "INVALID_CLAIMS"), message: "Claims must be the text of a JSON object." + problem)
        }
        // An empty object is kept: Firebase returns the value that the claims were cleared with.
        if members.isEmpty { return "{}" }
        try refuseReserved(members)
        // The text is stored verbatim, except for surrounding whitespace: back ends compare what they read with what they wrote.
        return text.hasPrefix("{") && text.hasSuffix("}") ? text : try self.text(members)
    }
}
