import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// A site that sends users to the sign-in page, and the parameters that it gets back.
package struct SiteVisit: Sendable {
    package static let site = "https://app.example.org/page"
    package static let verifier = String(repeating: "v", count: 43)

    package var apiKey: String?
    package var continueURL: String? = site
    package var state: String? = "the state"
    package var challenge: String? = Base64URL.encode(Fingerprint(of: verifier).bytes)
    package var more: [(String, String)] = []

    package init(
        apiKey: String? = nil, continueURL: String? = site, state: String? = "the state",
        challenge: String? = Base64URL.encode(Fingerprint(of: verifier).bytes), more: [(String, String)] = []
    ) {
        self.apiKey = apiKey
        self.continueURL = continueURL
        self.state = state
        self.challenge = challenge
        self.more = more
    }

    package var query: String {
        let named = [("apiKey", apiKey), ("continueUrl", continueURL), ("state", state), ("code_challenge", challenge)]
        let pairs = named.compactMap { name, value in value.map { (name, $0) } } + more
        return pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }

    package var page: String { "/sign-in?" + query }

    /// Creates an account at the page and returns with a code.
    package func signUp(_ browser: inout Browser, email: String = "ada@example.org") async throws -> String {
        let csrf = try field("csrf", of: try await browser.open(page))
        let reply = try await browser.post(
            "/sign-in/password?" + query, [("csrf", csrf), ("email", email), ("password", "lovelace"), ("mode", "sign-up")])
        return try Self.address(of: reply)
    }

    /// The target of an intermediate page.
    package static func address(of page: Reply) throws -> String {
        let mark = try #require(page.text.range(of: "content=\"0;url="), "\(page.text)")
        return String(page.text[mark.upperBound...].prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
    }

    package static func code(of address: String) throws -> String {
        let query = address.split(separator: "?", maxSplits: 1).last?.prefix { $0 != "#" } ?? ""
        return try #require(try Parameters(formEncoded: String(query))["code"])
    }
}

extension TestServer.Caller {
    package func exchange(
        _ code: String, _ verifier: String = SiteVisit.verifier, origin: String? = "https://app.example.org", key: String? = nil
    ) async throws -> Reply {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.origin] = origin
        return try await send(
            .post, "/v1/accounts:signInWithCode?key=\(key ?? apiKey)", headers: headers,
            body: #"{"code":"\#(code)","codeVerifier":"\#(verifier)","returnSecureToken":true}"#)
    }
}
