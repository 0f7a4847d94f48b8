/// Creates an account (RFC 8555, section 7.3).
struct NewAccount: Encodable {
    let termsOfServiceAgreed: Bool
    let contact: [String]
}

/// Changes the contact of an account (RFC 8555, section 7.3.2).
struct AccountUpdate: Encodable {
    let contact: [String]
}

/// Orders a certificate (RFC 8555, section 7.4).
struct NewOrder: Encodable {
    let identifiers: [ACMEIdentifier]
}

/// Finalizes an order with a request for the certificate, in DER and base64url.
struct Finalization: Encodable {
    let csr: String
}

/// Tells the authority that a challenge can be checked: an empty object (RFC 8555, section 7.5.1).
struct ChallengeIsReady: Encodable {}
