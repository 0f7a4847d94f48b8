import LatchkeyOAuth
import Testing

/// An application's custom parameters must not replace parameters that Latchkey sets.
@Suite struct ReservedParametersTests {
    @Test(arguments: [
        "client_id", "redirect_uri", "response_type", "scope", "state", "STATE", "State", "nonce", "NONCE", "code_challenge",
        "Code_Challenge_Method", "code_verifier", "client_secret", "response_mode", "oauth_token", "OAUTH_CALLBACK", "oauth_anything",
    ])
    func reservesProtocolParameters(_ name: String) {
        #expect(ReservedParameters.isReserved(name))
        #expect(ReservedParameters.removing(from: [Parameter(name, "x"), Parameter("lang", "fr")]) == ["lang": "fr"])
        #expect(ReservedParameters.removing(from: [name: "x", "lang": "fr"]) == ["lang": "fr"])
    }

    @Test(arguments: ["lang", "login", "allow_signup", "prompt", "force_login", "screen_name", "x_state", "oauth", "states"])
    func allowsOtherParameters(_ name: String) {
        #expect(!ReservedParameters.isReserved(name))
        #expect(ReservedParameters.removing(from: [Parameter(name, "x")]) == [Parameter(name, "x")])
    }
}
