import Hummingbird
import LatchkeyAccountAPI
import LatchkeyWeb

/// `recaptchaParams`, which web clients request before they send a code to a phone. The emulator does not check the resulting reCAPTCHA
/// token.
enum EmulatedRecaptcha {
    static let paths = RecaptchaEndpoints.parameterPaths

    /// The values of Google's emulator, which test programs compare.
    struct Reply: Codable, Sendable {
        var kind = "identitytoolkit#GetRecaptchaParamResponse"
        var recaptchaStoken =
            "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
        var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"
    }

    static func add(to router: Router<ServerContext>, resolver: CallerResolver) {
        for path in paths {
            router.get(RouterPath(path)) { request, _ in
                _ = try await resolver.project(of: request)
                return try Response.json(Reply())
            }
        }
    }
}
