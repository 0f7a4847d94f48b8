import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeySignInFlow
import Testing

@testable import LatchkeyProviders

/// The state, the PKCE verifier and the nonce of a sign-in come from the server's source of random tokens.
@Suite struct ProviderRandomnessTests {
    /// RFC 7636, appendix B: these bytes, this verifier, this challenge.
    private static let bytes: [UInt8] = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91, 88, 5, 88, 83,
        132, 141, 121,
    ]

    @Test(arguments: ["github.com", "x.com", "discord.com", "spotify.com"] as [ProviderID])
    func theVerifierIsTheSources(_ id: ProviderID) async throws {
        let begun = try await begin(id)
        #expect(begun.remembered.pkceVerifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(begun.authorizationURL.contains("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"))
        #expect(begun.authorizationURL.contains("state=the-state"))
    }

    @Test func facebookGetsNoChallenge() async throws {
        let begun = try await begin("facebook.com")
        #expect(begun.remembered.pkceVerifier == nil && !begun.authorizationURL.contains("code_challenge"))
    }

    private func begin(_ id: ProviderID) async throws -> BegunFlow {
        let kind = try #require(ProviderKind.named(id))
        let server = try await TestServer()
        let configuration = ProviderConfiguration(
            project: server.project.id, provider: id, enabled: true, clientID: "c",
            sealedSecret: try server.sealer.seal("s", for: ProviderConfiguration.sealingContext(project: server.project.id, provider: id)),
            apiOrigin: kind.settings.api, webOrigin: kind.settings.web, updatedAt: server.clock.now)
        let clock = server.clock
        let gateway = ProviderGateway(transport: server.provider)
        let tools = ProviderTools(
            gateway: gateway, documents: ProviderDocuments(gateway: gateway, now: { clock.now }), now: { clock.now },
            random: RandomTokens { Array(Self.bytes.prefix($0)) })
        return try await kind.make(configuration, "s", tools).begin(
            callback: "https://latchkey.example/__/auth/handler", state: "the-state", options: FlowOptions())
    }
}
