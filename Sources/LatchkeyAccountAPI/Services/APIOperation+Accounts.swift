import HTTPTypes
import LatchkeyWeb
import LatchkeyWire

/// The operations of this module that the router does not describe itself.
extension APIOperation {
    static let accountCalls =
        TokenEndpoint.paths.map {
            APIOperation(
                method: .post, path: $0, summary: "A fresh ID token for a refresh token", access: .apiKey,
                input: .jsonOrForm(TokenRequest.self), output: .json(TokenReply.self))
        }
        + ProjectConfigEndpoint.paths.map {
            get($0, "The public settings of a project", .json(ProjectConfigReply.self), access: .apiKey)
        }
        + PasswordPolicyEndpoint.paths.map {
            get($0, "The project's password policy", .json(PasswordPolicyReply.self), access: .apiKey, query: ["tenantId"])
        }

    static let captchas =
        RecaptchaEndpoints.parameterPaths.map {
            get($0, "The captcha parameters of a client", .json(RecaptchaEndpoints.Parameters.self), access: .apiKey)
        }
        + RecaptchaEndpoints.configPaths.map {
            get($0, "Which calls need a captcha: none", .json(RecaptchaEndpoints.Config.self), access: .apiKey)
        }
}
