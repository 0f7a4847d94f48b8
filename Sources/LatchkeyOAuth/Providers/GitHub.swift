import HTTPTypes
import LatchkeySecrets

extension OAuth2Description {
    /// GitHub, on github.com or on a GitHub Enterprise server.
    public static let gitHub = OAuth2Description(
        name: "GitHub", webBase: "https://github.com", apiBase: "https://api.github.com", authorizePath: "/login/oauth/authorize",
        tokenEndpoint: .web("/login/oauth/access_token"),
        // The public profile needs no scope.
        scopes: ["user:email"],
        // GitHub's page skips users with earlier consent unless they must select an account.
        asking: ["prompt": "select_account"],
        user: UserRequest("/user", headerFields: gitHubFields) { try GitHubUser($0).profile() },
        // 100 per page, so that one page is enough.
        addresses: AddressesRequest("/user/emails?per_page=100") { try GitHubUser.primaryVerifiedAddress(in: $0) },
        tokenCheck: TokenCheck(isAlwaysMade: true, provesClient: true, request: gitHubTokenCheck) { body, client in
            let check = try GitHubTokenCheck(body)
            // The path of the request names the application, so the response need not repeat it.
            return TokenOwner(clientID: check.clientID ?? client.id, scopes: check.scopes)
        })

    /// The header fields of an API request. GitHub rejects requests without a `User-Agent`.
    private static let gitHubFields: HTTPFields = {
        var fields: HTTPFields = [.accept: "application/vnd.github+json", .userAgent: "Latchkey"]
        if let apiVersion = HTTPField.Name("X-GitHub-Api-Version") { fields[apiVersion] = "2022-11-28" }
        return fields
    }()

    @Sendable private static func gitHubTokenCheck(_ provider: OAuth2Provider, _ token: Secret<String>) throws -> ProviderRequest {
        var fields: HTTPFields = [.authorization: try provider.client.basicCredentials()]
        fields.append(contentsOf: gitHubFields)
        fields[.contentType] = MediaType.json
        // No JSON escaping: the characters of the token were already checked.
        let body = "{\"access_token\":\"\(token.expose())\"}"
        return try ProviderRequest(
            method: .post, url: "\(provider.apiBase)/applications/\(PercentEncoding.encode(provider.client.id))/token",
            headerFields: fields, body: Array(body.utf8))
    }
}

extension OAuth2Provider {
    /// Returns the provider of a GitHub Enterprise server, which serves its API under `/api/v3`.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    ///
    /// - Parameter host: The host name of the server, with the port if it is not 443, without `https://`.
    public static func gitHubEnterprise(host: String, client: OAuth2Client) throws -> OAuth2Provider {
        let address = try WebAddress("https://\(host)")
        guard address.path == "/", address.query == nil, !host.contains("#") else {
            throw OAuthError(
                .invalidURL, detail: "the Enterprise host is not a host name", hint: "Use a host name such as git.example.com.")
        }
        return OAuth2Provider(.gitHub, client: client, webBase: address.origin, apiBase: address.origin + "/api/v3")
    }
}
