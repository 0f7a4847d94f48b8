import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `GET v1/recaptchaParams` and `GET v2/recaptchaConfig`: requested by Firebase's JavaScript SDK before it sends a code to a phone
/// (`RecaptchaVerifier`) and in `initializeRecaptchaConfig`. This server requires no captcha and checks none.
package struct RecaptchaEndpoints: Sendable {
    let resolver: CallerResolver

    package static let parameterPaths = [
        "/v1/recaptchaParams", "/identitytoolkit.googleapis.com/v1/recaptchaParams",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam", "/identitytoolkit/v3/relyingparty/getRecaptchaParam",
    ]
    static let configPaths = ["/v2/recaptchaConfig", "/identitytoolkit.googleapis.com/v2/recaptchaConfig"]

    /// The response for `RecaptchaVerifier`.
    struct Parameters: Codable, Sendable {
        var kind = "identitytoolkit#GetRecaptchaParamResponse"
        var recaptchaStoken = "no-captcha-is-required"
        var recaptchaSiteKey = "no-captcha-is-required"
    }

    /// The response for `initializeRecaptchaConfig`. The SDK uses the fourth component of the key's name as the site key.
    struct Config: Codable, Sendable {
        struct Enforcement: Codable, Sendable {
            let provider: String
            var enforcementState = "OFF"
        }

        let recaptchaKey: String
        var recaptchaEnforcementState = [Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"), Enforcement(provider: "PHONE_PROVIDER")]
    }

    func add(to router: Router<ServerContext>) {
        for path in Self.parameterPaths {
            router.get(RouterPath(path)) { [resolver] request, _ in
                _ = try await resolver.project(of: request)
                return try Response.json(Parameters())
            }
        }
        for path in Self.configPaths {
            router.get(RouterPath(path)) { [resolver] request, _ in
                let project = try await resolver.project(of: request)
                return try Response.json(Config(recaptchaKey: "projects/\(project.id.rawValue)/keys/no-captcha-is-required"))
            }
        }
    }
}
