/// The directory of a certificate authority (RFC 8555, section 7.1.1): where its calls are.
package struct ACMEDirectory: Decodable, Sendable, Equatable {
    package let newNonce: String
    package let newAccount: String
    package let newOrder: String
    package let meta: Meta?

    /// Facts about the authority.
    package struct Meta: Decodable, Sendable, Equatable {
        package let termsOfService: String?
        package let externalAccountRequired: Bool?
    }
}
