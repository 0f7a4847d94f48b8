import LatchkeyWeb

/// The operations of this module that the router does not describe itself.
extension APIOperation {
    static let published =
        KeyDocuments.jwksPaths.map { get($0, "The keys of ID tokens and session cookies as JWKS", .object) }
        + KeyDocuments.certificatePaths.map { get($0, "The same keys as X.509 certificates by key id", .object) }
        + [
            get("/:project/.well-known/openid-configuration", "OpenID discovery of a project's ID tokens", .object),
            get("/:project/session/.well-known/openid-configuration", "OpenID discovery of a project's session cookies", .object),
            get(WebConfiguration.path, "What a web app passes to initializeApp", .json(WebConfiguration.Reply.self)),
            get(AppAssociation.path, "The apps that Apple's systems open with an address of this server", .object),
        ]

    static let health = [
        get("/healthz", "Whether the server is alive", .json(Health.Report.self)),
        get("/readyz", "Whether it can read and write its store", .json(Health.Report.self))
            .refusing(with: 503, as: .own(Health.Report.self)),
        get(APIDocumentEndpoint.path, "This document", .object),
    ]
}
