import LatchkeyWeb

/// The operations of this module that the router does not describe itself.
extension APIOperation {
    static let published =
        published(KeyDocuments.jwksPaths, KeyDocuments.certificatePaths, of: "ID tokens")
        + published(KeyDocuments.cookieJWKSPaths, KeyDocuments.cookieCertificatePaths, of: "session cookies")
        + [
            get("/:project/.well-known/openid-configuration", "OpenID discovery of a project's ID tokens", .object).openToPages(),
            get("/:project/session/.well-known/openid-configuration", "OpenID discovery of a project's session cookies", .object)
                .openToPages(),
            get(WebConfiguration.path, "What a web app passes to initializeApp", .json(WebConfiguration.Reply.self)),
            get(AppAssociation.path, "The apps that Apple's systems open with an address of this server", .object).openToPages(),
        ]

    private static func published(_ jwks: [String], _ certificates: [String], of tokens: String) -> [APIOperation] {
        jwks.map { get($0, "The keys of \(tokens) as JWKS", .object).openToPages() }
            + certificates.map { get($0, "The same keys of \(tokens) as X.509 certificates by key id", .object).openToPages() }
    }

    static let health = [
        get(Health.path, "Whether the server is alive", .json(Health.Report.self)),
        get(Health.kubernetesPath, "Whether the server is alive", .json(Health.Report.self)),
        get("/readyz", "Whether it can read and write its store", .json(Health.Report.self))
            .refusing(with: 503, as: .own(Health.Report.self)),
        get(APIDocumentEndpoint.path, "This document", .object),
    ]
}
