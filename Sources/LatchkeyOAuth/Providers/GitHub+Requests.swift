import HTTPTypes
import LatchkeySecrets

extension GitHub {
    private static let apiVersion = HTTPField.Name("X-GitHub-Api-Version")

    /// Returns a request that checks which application a token belongs to, authenticated with the application's credentials.
    func tokenCheckRequest(_ token: Secret<String>) throws -> ProviderRequest {
        var fields = Self.apiFields(authorization: try client.basicCredentials())
        fields[.contentType] = MediaType.json
        // No JSON escaping: the characters of the token were already checked.
        let body = "{\"access_token\":\"\(token.expose())\"}"
        return try ProviderRequest(
            method: .post, url: "\(apiBase)/applications/\(PercentEncoding.encode(client.id))/token", headerFields: fields,
            body: Array(body.utf8))
    }

    func userRequest(_ token: Secret<String>) throws -> ProviderRequest {
        try ProviderRequest(
            method: .get, url: apiBase + "/user", headerFields: Self.apiFields(authorization: "Bearer \(token.expose())"))
    }

    /// Returns a request for the user's email addresses; 100 per page, so that one page is enough.
    func addressesRequest(_ token: Secret<String>) throws -> ProviderRequest {
        try ProviderRequest(
            method: .get, url: apiBase + "/user/emails?per_page=100",
            headerFields: Self.apiFields(authorization: "Bearer \(token.expose())"))
    }

    /// Returns the header fields of an API request. GitHub rejects requests without a `User-Agent`.
    private static func apiFields(authorization: String) -> HTTPFields {
        var fields: HTTPFields = [
            .authorization: authorization, .accept: "application/vnd.github+json", .userAgent: "Latchkey",
        ]
        if let apiVersion { fields[apiVersion] = "2022-11-28" }
        return fields
    }
}
