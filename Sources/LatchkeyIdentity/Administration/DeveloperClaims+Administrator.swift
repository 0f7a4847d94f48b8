import LatchkeySecrets

extension DeveloperClaims {
    /// Claims that an administrator gives an account (`customAttributes`), as JSON text.
    ///
    /// - Returns: `nil` for empty text.
    /// - Throws: ``SignInError``: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    public static func checked(_ text: String) throws -> String? {
        guard text.unicodeScalars.count <= maxBytes else { throw tooLarge }
        if text.isEmpty { return nil }
        let members: [String: ClaimValue]
        do {
            members = try UniqueJSON.decode([String: ClaimValue].self, from: text.utf8)
        } catch {
            let problem = (error as? UniqueJSON.RepeatedMember).map { " \($0)." } ?? ""
            throw SignInError(.init(rawValue: "INVALID_CLAIMS"), message: "Claims are the text of a JSON object." + problem)
        }
        // Kept: Firebase gives back what claims were cleared with.
        if members.isEmpty { return "{}" }
        try refuseReserved(members)
        // As it was given, but for blanks around it: back ends compare what they read with what they wrote.
        return text.hasPrefix("{") && text.hasSuffix("}") ? text : try self.text(members)
    }
}
