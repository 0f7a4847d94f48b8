import LatchkeyWeb

/// The operations of this module that the router does not describe itself.
extension APIOperation {
    static let documents = published.tagged(.keys) + health.tagged(.server) + docs.tagged(.server)

    private static let published =
        published(KeyDocuments.jwksPaths, KeyDocuments.certificatePaths, of: "ID tokens")
        + published(KeyDocuments.cookieJWKSPaths, KeyDocuments.cookieCertificatePaths, of: "session cookies")
        + [
            get("/:project/.well-known/openid-configuration", "OpenID discovery of a project's ID tokens", .object).openToPages(),
            get("/:project/session/.well-known/openid-configuration", "OpenID discovery of a project's session cookies", .object)
                .openToPages(),
        ].map { $0.described("Libraries for OpenID Connect read the issuer and the address of the keys (OpenID Connect Discovery 1.0).") }
        + [
            get(WebConfiguration.path, "What a web app passes to initializeApp", .json(WebConfiguration.Reply.self))
                .described("The API key, the project and the addresses of this server, as Firebase Hosting serves them."),
            get(AppAssociation.path, "The apps that Apple's systems open with an address of this server", .object).openToPages()
                .described("The universal links of the project's apps on Apple platforms."),
        ]

    private static func published(_ jwks: [String], _ certificates: [String], of tokens: String) -> [APIOperation] {
        jwks.map {
            get($0, "The keys of \(tokens) as JWKS", .object).openToPages()
                .described("Back ends verify the signatures of \(tokens) with the key that `kid` in the header names (RFC 7517).")
        }
            + certificates.map {
                get($0, "The same keys of \(tokens) as X.509 certificates by key id", .object).openToPages()
                    .described("Each member is a certificate in PEM form, by its `kid`, as Google publishes them.")
            }
    }

    private static let health = [
        get(Health.path, "Whether the server is alive", .json(Health.Report.self))
            .described("Status 200 while the process responds."),
        get(Health.kubernetesPath, "Whether the server is alive", .json(Health.Report.self))
            .described("The same as `GET \(Health.path)`, under the name that Kubernetes uses."),
        get("/readyz", "Whether it can read and write its store", .json(Health.Report.self))
            .refusing(with: 503, as: .own(Health.Report.self))
            .described("Status 503 while the server cannot use its store, or shuts down. A result is reused for one second."),
        get(APIDocumentEndpoint.path, "This document", .object).described("OpenAPI 3.1. `\(DocsPage.path)` shows it."),
    ]

    private static let docs =
        [get(DocsPage.path, "A page that shows this document", .page).described("The page loads `\(APIDocumentEndpoint.path)`.")]
        + PageAsset.docs.map {
            get($0.path, "A style sheet or a script of that page", .other(contentType: $0.type)).described("The page loads it.")
        }
}
