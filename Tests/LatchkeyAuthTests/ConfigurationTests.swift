import Foundation
import Testing

@testable import LatchkeyAuth

@Suite struct ConfigurationTests {
    @Test(arguments: [
        ("https://login.example.com", true), ("https://login.example.com:8443/auth/", true),
        ("http://127.0.0.1:9099", true), ("http://localhost:9099", true), ("http://app.localhost", true),
        ("http://[::1]:9099", true), ("http://192.168.0.5:9099", false), ("http://login.example.com", false),
        ("http://127.0.0.1.example.com", false), ("", false), ("login.example.com", false), ("ftp://example.com", false),
        ("https://", false), ("https://example.com?x=1", false), ("https://example.com#x", false),
        ("https://ann:secret@example.com", false), ("https:///path", false),
    ])
    func addressesOfServers(_ address: String, _ isGood: Bool) async {
        let configuration = AuthConfiguration(serverURL: address, apiKey: "k")
        #expect((configuration.problem == nil) == isGood)
        let transport = ScriptedTransport(#"{"signinMethods":[]}"#)
        let auth = Auth(configuration: configuration, transport: transport, storage: MemorySessionStorage())
        let error = await failure { _ = try await auth.fetchSignInMethods(forEmail: "a@example.com") }
        #expect(code(error) == (isGood ? nil : address.isEmpty ? .invalidAPIKey : .internalError))
        if !isGood { #expect(error?.localizedDescription == configuration.problem?.text) }
        #expect(transport.requests.count == (isGood ? 1 : 0), "no request goes to an address that is refused")
    }

    @Test(arguments: [("banana", "“banana” is not the address"), ("http://192.0.2.2:9099", "http://192.0.2.2:9099 is refused because")])
    func errorDescribesTheInvalidAddress(_ address: String, _ start: String) async {
        let auth = Auth(
            configuration: .init(serverURL: address, apiKey: "k"), transport: ScriptedTransport(), storage: MemorySessionStorage())
        let error = await failure { try await auth.signInAnonymously() }
        #expect(error?.localizedDescription.hasPrefix(start) == true, "\(String(describing: error))")
        #expect(error?.localizedFailureReason == error?.localizedDescription)
    }

    @Test func clearTextCanBeAllowed() {
        var configuration = AuthConfiguration(serverURL: "http://192.168.0.5:9099", apiKey: "k")
        configuration.allowsInsecureHTTP = true
        #expect(configuration.problem == nil)
    }

    @Test func missingConfigurationIsExplained() async {
        let auth = Auth(configuration: .missing, transport: ScriptedTransport(), storage: nil)
        #expect(auth.currentUser == nil)
        let provider = OAuthProvider(providerID: "twitter.com", auth: auth)
        for error in [
            await failure { try await auth.signInAnonymously() },
            await failure { _ = try await provider.credential(with: nil) },
            await failure {
                try await auth.signIn(with: TwitterAuthProvider.credential(withToken: "t", secret: "s"))
            },
        ] {
            #expect(code(error) == .invalidAPIKey)
            #expect(error?.localizedFailureReason?.contains("Auth.configure(") == true)
            #expect(error?.localizedFailureReason?.contains("LATCHKEY_URL") == true)
            #expect(error?.localizedDescription == error?.localizedFailureReason)
        }
    }

    @Test func readsTheEnvironment() {
        let configuration = AuthConfiguration(environment: ["LATCHKEY_URL": "https://a.example", "LATCHKEY_API_KEY": "k"])
        #expect(configuration?.serverURL == "https://a.example")
        #expect(configuration?.apiKey == "k")
        #expect(configuration?.allowsInsecureHTTP == false)
        #expect(AuthConfiguration(environment: ["LATCHKEY_URL": "https://a.example"]) == nil)
        #expect(AuthConfiguration(environment: ["LATCHKEY_URL": "", "LATCHKEY_API_KEY": "k"]) == nil)
    }
}

@Suite struct ProviderTests {
    @Test func reservedParametersAreDroppedInAnyLetterCase() {
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth(ScriptedTransport()))
        provider.customParameters = [
            "lang": "fr", "force_login": "true", "client_id": "x", "REDIRECT_URI": "x", "Response_Type": "x",
            "scope": "x", "STATE": "x", "oauth_token": "x", "OAuth_Callback": "x", "code_challenge": "x", "nonce": "x",
        ]
        #expect(provider.customParameters == ["lang": "fr", "force_login": "true"])
        provider.customParameters = nil
        #expect(provider.customParameters == nil)
    }

    @Test func credentialsKnowTheirProvider() {
        #expect(TwitterAuthProvider.credential(withToken: "t", secret: "s").provider == "twitter.com")
        #expect(GitHubAuthProvider.credential(withToken: "t").provider == "github.com")
        #expect(EmailAuthProvider.credential(withEmail: "a@example.com", password: "p").provider == "password")
        let credential = OAuthProvider.credential(withProviderID: "oidc.acme", idToken: "i", accessToken: "a")
        #expect(credential.idToken == "i")
        #expect(credential.accessToken == "a")
        #expect(OAuthProvider.credential(withProviderID: "github.com", accessToken: "a").accessToken == "a")
    }
}
