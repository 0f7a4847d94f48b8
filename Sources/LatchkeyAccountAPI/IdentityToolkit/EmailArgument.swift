package import LatchkeyIdentity

extension EmailAddress {
    /// Returns the email address of a required member.
    ///
    /// - Throws: ``SignInError`` with `MISSING_EMAIL` or `INVALID_EMAIL`.
    package static func required(_ text: String?) throws -> EmailAddress {
        guard let text, !text.isEmpty else { throw SignInError(.missingEmail) }
        guard let email = EmailAddress(text) else { throw SignInError(.invalidEmail) }
        return email
    }
}
