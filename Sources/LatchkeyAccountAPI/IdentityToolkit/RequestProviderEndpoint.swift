import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb
import LatchkeyWire

/// `accounts:requestProvider`: reads from a provider's API with the user's token, signed with the consumer secret that apps do not have.
///
/// The project must allow the path, the account must be linked to the provider, and the token must belong to the linked identity as far
/// as its format shows.
struct RequestProviderEndpoint: Endpoint {
    static let name = "accounts:requestProvider"
    static let asksProviders = true
    static let words = APIWords(
        "requestProvider", .accounts, "Sends a signed request to Twitter for the user",
        """
        Sends a `GET` request to the API of Twitter, which the server signs, because apps have no consumer secret. The response \
        contains the response of the provider, with any status. Firebase has no such call.
        """,
        required: ["idToken", "providerId", "path", "accessToken", "oauthTokenSecret"],
        errors: .session + [.missingIDToken, .invalidProviderID, .invalidArgument, .operationNotAllowed, .invalidIDPResponse],
        request: """
            {"idToken":"eyJ…","providerId":"twitter.com","path":"/1.1/account/settings.json","accessToken":"token",
            "oauthTokenSecret":"secret"}
            """,
        reply: #"{"status":200,"contentType":"application/json","body":"{}"}"#)

    let sessions: Sessions
    let catalog: ProviderCatalog
    let limits: ProviderCallLimits

    private static let maxPathBytes = 4096

    static func tenant(of input: RequestProviderRequest) -> String? { input.tenantId }

    func respond(to input: RequestProviderRequest, from caller: Caller) async throws -> RequestProviderReply {
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        let holder = try await sessions.check(idToken, from: caller)
        let id = ProviderID(rawValue: input.providerId ?? "")
        let target = input.path ?? ""
        guard target.utf8.count <= Self.maxPathBytes, !target.contains("#") else {
            throw Self.invalid("A path has at most \(Self.maxPathBytes) bytes, and no fragment.")
        }
        let path = String(target.prefix { $0 != "?" })
        guard holder.caller.project.settings.providerRequests.contains(where: { $0.allows(path, of: id) }) else {
            throw SignInError(
                .operationNotAllowed,
                message: "\(id.rawValue.prefix(64))\(path.prefix(200)) is not among the paths that this project's apps may read;"
                    + " `latchkey projects set --add-provider-request` allows more.")
        }
        guard let token = input.accessToken.unlessEmpty, let secret = input.oauthTokenSecret.unlessEmpty,
            max(token.utf8.count, secret.utf8.count) <= IdpCredential.maxBytes
        else { throw Self.invalid("accessToken and oauthTokenSecret are both needed.") }
        guard let identity = holder.account.identity(of: id), Self.mayBe(token, of: identity) else {
            throw SignInError(.operationNotAllowed, message: "The token is not of the account's linked \(id.rawValue) identity.")
        }
        guard let provider = try await catalog.provider(id, in: holder.caller.realm) as? any ProviderReading else {
            throw SignInError(.init(rawValue: "INVALID_PROVIDER_ID"), message: "Only twitter.com with OAuth 1.0a is supported.")
        }
        try await limits.takeProviderRequest(of: holder.account)
        let reply = try await provider.read(target, as: OAuth1Token(token: token, secret: Secret(secret)))
        return RequestProviderReply(
            status: reply.head.status.code, contentType: reply.head.headerFields[.contentType],
            body: String(decoding: reply.body, as: UTF8.self))
    }

    /// Returns whether a token can belong to an identity. Twitter's tokens start with their owner's ID and a hyphen; other formats do not
    /// name the owner and are accepted.
    private static func mayBe(_ token: String, of identity: Identity) -> Bool {
        guard let hyphen = token.firstIndex(of: "-"), hyphen != token.startIndex else { return true }
        let owner = token[..<hyphen]
        guard owner.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return true }
        return owner == identity.key.rawID
    }

    private static func invalid(_ message: String) -> SignInError {
        SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: message)
    }
}
