import HTTPTypes
import LatchkeySecrets

extension GitHub {
    private static let apiVersion = HTTPField.Name("X-GitHub-Api-Version")

    /// Whom a token was issued to; signed with the application's own credentials.
    func tokenCheckRequest(_ token: Secret<String>) throws -> ProviderRequest {
        var fields = Self.apiFields(authorization: try client.basicCredentials())
        fields[.contentType] = MediaType.json
        // Tokens are checked to be plain before they come here, so that quoting needs no escapes.
        let body = "{\"access_token\":\"\(token.expose())\"}"
        return try ProviderRequest(
            method: .post, url: "\(apiBase)/applications/\(PercentEncoding.encode(client.id))/token", headerFields: fields,
            body: Array(body.utf8))
    }

    /// The person.
    func userRequest(_ token: Secret<String>) throws -> ProviderRequest {
        try ProviderRequest(
            method: .get, url: apiBase + "/user", headerFields: Self.apiFields(authorization: "Bearer \(token.expose())"))
    }

    /// The person's addresses; a hundred are more than GitHub lets anybody have on one page otherwise.
    func addressesRequest(_ token: Secret<String>) throws -> ProviderRequest {
        try ProviderRequest(
            method: .get, url: apiBase + "/user/emails?per_page=100",
            headerFields: Self.apiFields(authorization: "Bearer \(token.expose())"))
    }

    /// GitHub refuses requests without a `User-Agent`.
    private static func apiFields(authorization: String) -> HTTPFields {
        var fields: HTTPFields = [
            .authorization: authorization, .accept: "application/vnd.github+json", .userAgent: "Latchkey",
        ]
        if let apiVersion { fields[apiVersion] = "2022-11-28" }
        return fields
    }
}
