import LatchkeyWeb

/// The operations of this module that the router does not describe itself.
extension APIOperation {
    static let published =
        KeyDocuments.jwksPaths.map { get($0, "The keys of ID tokens and session cookies as JWKS", .object).openToPages() }
        + KeyDocuments.certificatePaths.map { get($0, "The same keys as X.509 certificates by key id", .object).openToPages() }
        + [
            get("/:project/.well-known/openid-configuration", "OpenID discovery of a project's ID tokens", .object).openToPages(),
            get("/:project/session/.well-known/openid-configuration", "OpenID discovery of a project's session cookies", .object)
                .openToPages(),
            get(WebConfiguration.path, "What a web app passes to initializeApp", .json(WebConfiguration.Reply.self)),
            get(AppAssociation.path, "The apps that Apple's systems open with an address of this server", .object).openToPages(),
        ]

    static let health = [
        get("/healthz", "Whether the server is alive", .json(Health.Report.self)),
        get("/readyz", "Whether it can read and write its store", .json(Health.Report.self))
            .refusing(with: 503, as: .own(Health.Report.self)),
        get(APIDocumentEndpoint.path, "This document", .object),
    ]
}
