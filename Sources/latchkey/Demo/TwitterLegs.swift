#if Sandbox
import HTTPTypes
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySandbox

/// The three legs of OAuth 1.0a with all requests shown, as the server performs them behind the handler page.
struct TwitterLegs {
    let story: Story
    let transport: any ProviderTransport
    let browser: HeadlessBrowser
    let base: String

    /// There is no listener at this address: the browser stops before it.
    private static let callback = "http://127.0.0.1:9/callback"

    func run() async throws {
        let consumer = OAuth1Consumer(key: SandboxApp.twitter.key, secret: SandboxApp.twitter.secret)
        let twitter = Twitter(consumer: consumer, apiBase: base)
        let flow = twitter.flow(callback: .url(Self.callback))
        let issued = try await story.step("The server gets a request token from Twitter") { story in
            let token = try flow.temporaryCredentials(from: try await send(flow.temporaryCredentialsRequest()))
            try story.expect(!token.token.isEmpty, "Twitter confirms the callback and issues a request token")
            return token
        }
        let verifier = try await story.step("The user grants access at Twitter") { story in
            let url = flow.authorizationURL(for: issued, page: .authenticate)
            story.tell("GET \(url)")
            let back = try await browser.visit(url, stoppingAt: Self.callback)
            let query = try Parameters(formEncoded: String(back.split(separator: "?", maxSplits: 1).last ?? ""))
            let verifier = try flow.verifier(fromCallback: query, issued: issued)
            try story.expect(query["oauth_token"] == issued.token, "the callback contains the issued token and a verifier")
            return verifier
        }
        try await story.step("The server exchanges the verifier for an access token and gets the user's profile") { story in
            let grant = try flow.tokenCredentials(from: try await send(flow.tokenCredentialsRequest(issued: issued, verifier: verifier)))
            let signer = OAuth1Signer(consumer: consumer, token: grant.token)
            let input = try ProviderRequest(
                method: .get,
                url: base + "/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false")
            let reply = try await send(try signer.sign(input))
            try story.expect(reply.head.status == .ok, "verify_credentials accepts the signature with Latchkey's consumer key")
        }
    }

    private func send(_ request: ProviderRequest) async throws -> ProviderReply {
        story.tell("\(request.head.method) \(request.url)")
        if let header = request.head.headerFields[.authorization] { story.tell("  Authorization: \(header)") }
        let reply = try await transport.send(request, within: .seconds(10))
        story.tell("  → \(reply.head.status.code)")
        return reply
    }
}
#endif
