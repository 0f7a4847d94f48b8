import Hummingbird
import LatchkeyAccountAPI
import LatchkeyWeb

/// `recaptchaParams`, which web clients request before they send a code to a phone. The emulator does not check the resulting reCAPTCHA
/// token.
enum EmulatedRecaptcha {
    static let paths = RecaptchaEndpoints.parameterPaths

    struct Reply: Codable, Sendable {
        var kind = "identitytoolkit#GetRecaptchaParamResponse"
        var recaptchaStoken = "fake-token-of-the-emulator-that-no-captcha-takes"
        var recaptchaSiteKey = "fake-key-of-the-emulator-that-no-captcha-takes"
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
