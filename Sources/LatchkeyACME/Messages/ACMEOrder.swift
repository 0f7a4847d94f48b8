/// The name that a certificate is for. Latchkey requests DNS names only.
package struct ACMEIdentifier: Codable, Sendable, Equatable {
    package let type: String
    package let value: String

    package static func dns(_ name: String) -> Self { .init(type: "dns", value: name) }
}

/// An order of a certificate (RFC 8555, section 7.1.3).
package struct ACMEOrder: Decodable, Sendable, Equatable {
    package let status: Status
    package let authorizations: [String]
    package let finalize: String
    package let certificate: String?
    package let error: ACMEProblem?

    /// The states of RFC 8555, section 7.1.6.
    package enum Status: String, Decodable, Sendable {
        case pending, ready, processing, valid, invalid
    }
}

/// The proof that an order requires for one name (RFC 8555, section 7.1.4).
package struct ACMEAuthorization: Decodable, Sendable, Equatable {
    package let identifier: ACMEIdentifier
    package let status: Status
    package let challenges: [ACMEChallenge]

    package enum Status: String, Decodable, Sendable {
        case pending, valid, invalid, deactivated, expired, revoked
    }

    /// The problem of the challenge that failed.
    package var problem: ACMEProblem? { challenges.lazy.compactMap(\.error).first }
}

/// One of the ways to prove control of a name (RFC 8555, section 8).
package struct ACMEChallenge: Decodable, Sendable, Equatable {
    package let type: String
    package let url: String
    /// Absent for kinds that this version does not know.
    package let token: String?
    package let status: Status
    package let error: ACMEProblem?

    package enum Status: String, Decodable, Sendable {
        case pending, processing, valid, invalid
    }
}

/// The kinds of challenge that the server can answer.
package enum ChallengeKind: String, Sendable, CaseIterable {
    /// A file at port 80 (RFC 8555, section 8.3).
    case http01 = "http-01"
    /// A certificate at port 443 (RFC 8737).
    case tlsALPN01 = "tls-alpn-01"
}
