import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// Secure Token's `POST v1/token`: exchanges a refresh token for an ID token (RFC 6749, section 6, in Google's variant).
struct TokenEndpoint: Sendable {
    let resolver: CallerResolver
    let sessions: Sessions

    static let paths = ["/v1/token", "/securetoken.googleapis.com/v1/token"]
    static let maxBodyBytes = 16_384

    func add(to router: Router<ServerContext>) {
        for path in Self.paths {
            router.post(RouterPath(path)) { request, context in
                try await ErrorEnvelope.keepingUsers(logger: context.logger) { try await respond(to: request, context) }
            }
        }
    }

    private func respond(to request: Request, _ context: ServerContext) async throws -> Response {
        let project = try await resolver.project(of: request)
        let bytes = try await request.bytes(upTo: Self.maxBodyBytes)
        let isForm = request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        let input =
            isForm ? try WireDecoder.decode(TokenRequest.self, fromForm: bytes) : try WireDecoder.decode(TokenRequest.self, from: bytes)
        let caller = try await resolver.caller(for: project, tenant: nil, request: request, context: context)
        return try Response.json(try await respond(to: input, from: caller))
    }

    func respond(to input: TokenRequest, from caller: Caller) async throws -> TokenReply {
        // Google's emulator reads the token before it checks the grant type.
        let policies = caller.project.policies
        if policies.isLenient, let token = input.refreshToken.unlessEmpty, !Sessions.mayBeRefreshToken(token, under: policies) {
            throw SignInError(.invalidRefreshToken)
        }
        guard let grantType = input.grantType, !grantType.isEmpty else { throw SignInError(.init(rawValue: "MISSING_GRANT_TYPE")) }
        guard grantType == "refresh_token" else { throw SignInError(.init(rawValue: "INVALID_GRANT_TYPE")) }
        guard let refreshToken = input.refreshToken, !refreshToken.isEmpty else {
            throw SignInError(.init(rawValue: "MISSING_REFRESH_TOKEN"))
        }
        let tokens = try await sessions.refresh(
            Secret(refreshToken), for: caller.project.id, under: policies, by: caller.client)
        return TokenReply(
            accessToken: tokens.idToken, expiresIn: String(tokens.expiresInSeconds), refreshToken: tokens.refreshToken.expose(),
            idToken: tokens.idToken, userId: tokens.account.id.rawValue, projectId: caller.project.number)
    }
}
