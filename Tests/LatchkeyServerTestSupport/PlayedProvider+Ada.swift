extension PlayedProvider {
    /// Ada has accounts at Twitter and GitHub with one email address.
    package static func withAda() -> PlayedProvider {
        let provider = PlayedProvider()
        provider.add(.init(id: "9007199254740993", name: "Ada", username: "ada", email: "ada@example.org"), token: "t-ada")
        provider.add(.init(id: "17", name: "Ada L", username: "adal", email: "ada@example.org"), token: "g-ada")
        return provider
    }
}

extension TestServer.Caller {
    package func idp(_ postBody: String, _ more: [String: any Sendable] = [:]) async throws -> Reply {
        try await call(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": postBody, "returnSecureToken": true].merging(more) { _, new in new })
    }
}
