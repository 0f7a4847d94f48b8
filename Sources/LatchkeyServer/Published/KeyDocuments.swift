import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// The public keys for verifying ID tokens and, at other addresses, session cookies, as JWKS and as certificates, and the OpenID discovery
/// documents of each project.
struct KeyDocuments: Sendable {
    let authority: TokenAuthority
    let store: any AccountStore
    let publicAddress: PublicAddress

    /// Verifiers cache keys for an hour. A retired key stays published for longer.
    private static let cacheControl = "public, max-age=3600, must-revalidate"
    static let jwksPath = "/.well-known/jwks.json"
    static let jwksPaths = [
        jwksPath, "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
        "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    ]
    static let certificatePaths = [
        "/.well-known/certificates.json", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
        "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
    ]
    static let cookieJWKSPath = "/v1/sessionCookiePublicKeys"
    static let cookieJWKSPaths = [cookieJWKSPath, "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"]
    static let cookieCertificatePaths = [
        "/v1/publicKeys", "/identitytoolkit.googleapis.com/v1/publicKeys",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys", "/identitytoolkit/v3/relyingparty/publicKeys",
    ]

    func add(to router: Router<ServerContext>) {
        add(Self.jwksPaths, Self.certificatePaths, of: .idToken, to: router)
        add(Self.cookieJWKSPaths, Self.cookieCertificatePaths, of: .sessionCookie, to: router)
        router.get("/:project/.well-known/openid-configuration") { _, context in
            try await discovery(of: ProjectID(rawValue: try context.parameters.require("project")), authority.issuer, keys: Self.jwksPath)
        }
        router.get("/:project/session/.well-known/openid-configuration") { _, context in
            try await discovery(
                of: ProjectID(rawValue: try context.parameters.require("project")), authority.cookieIssuer, keys: Self.cookieJWKSPath)
        }
    }

    private func add(_ jwks: [String], _ certificates: [String], of purpose: SigningKey.Purpose, to router: Router<ServerContext>) {
        for path in jwks { router.get(RouterPath(path)) { _, _ in document(authority.jwks(of: purpose)) } }
        for path in certificates { router.get(RouterPath(path)) { _, _ in document(authority.certificates(of: purpose)) } }
    }

    private func document(_ text: String) -> Response {
        .json(bytes: Array(text.utf8), cacheControl: Self.cacheControl)
    }

    private func discovery(of project: ProjectID, _ issuer: (ProjectID) -> String, keys path: String) async throws -> Response {
        guard project != .console, try await store.read({ try $0.project(project) }) != nil else { throw HTTPError(.notFound) }
        let document = DiscoveryDocument(issuer: issuer(project), jwksURI: publicAddress.url + path)
        return .json(bytes: try WireEncoder.encode(document), cacheControl: Self.cacheControl)
    }
}

/// OpenID Connect Discovery 1.0, section 3: the members that a verifier of ID tokens reads.
private struct DiscoveryDocument: Encodable {
    let issuer: String
    let jwksURI: String
    let responseTypesSupported = ["id_token"]
    let subjectTypesSupported = ["public"]
    let signingAlgorithms = ["RS256", "ES256"]

    enum CodingKeys: String, CodingKey {
        case issuer
        case jwksURI = "jwks_uri"
        case responseTypesSupported = "response_types_supported"
        case subjectTypesSupported = "subject_types_supported"
        case signingAlgorithms = "id_token_signing_alg_values_supported"
    }
}
