import HTTPTypes
import LatchkeyWeb
import LatchkeyWire

/// The operations of this module that the router does not describe itself.
extension APIOperation {
    static let accountCalls =
        TokenEndpoint.paths.map {
            APIOperation(
                method: .post, path: $0,
                words: APIWords(
                    "refreshToken", .keys, "Exchanges a refresh token for a new ID token",
                    """
                    The ID token is valid for the seconds in `expires_in`. Store the refresh token of the response in place of the one \
                    that was sent. `grant_type` is `refresh_token` (RFC 6749, section 6). JSON with the same members is accepted too. \
                    Secure Token's `token`.
                    """,
                    required: ["grant_type", "refresh_token"],
                    errors: [
                        .missingGrantType, .invalidGrantType, .missingRefreshToken, .invalidRefreshToken, .tokenExpired, .userDisabled,
                        .projectDisabled, .projectNumberMismatch,
                    ],
                    request: #"{"grant_type":"refresh_token","refresh_token":"AMf…"}"#,
                    reply: """
                        {"access_token":"eyJ…","expires_in":"3600","token_type":"Bearer","refresh_token":"AMf…","id_token":"eyJ…",
                        "user_id":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12"}
                        """),
                access: .apiKey,
                input: .form(["grant_type", "refresh_token"]), output: .json(TokenReply.self))
        }
        + ProjectConfigEndpoint.paths.map {
            described(
                $0,
                APIWords(
                    "getProjectConfig", .accounts, "Returns the public settings of a project",
                    "Returns the number of the project and its authorized domains. Firebase's `getProjects`."),
                .json(ProjectConfigReply.self))
        }
        + PasswordPolicyEndpoint.paths.map {
            described(
                $0,
                APIWords(
                    "getPasswordPolicy", .accounts, "Returns the password policy of a project",
                    "Returns which lengths and characters passwords must have. Firebase's `getPasswordPolicy`."),
                .json(PasswordPolicyReply.self), query: ["tenantId"])
        }

    static let captchas =
        RecaptchaEndpoints.parameterPaths.map {
            described(
                $0,
                APIWords(
                    "getRecaptchaParams", .accounts, "Returns the captcha parameters of a client",
                    "The server requires no captcha; the response contains what clients expect. Firebase's `getRecaptchaParams`."),
                .json(RecaptchaEndpoints.Parameters.self))
        }
        + RecaptchaEndpoints.configPaths.map {
            described(
                $0,
                APIWords(
                    "getRecaptchaConfig", .accounts, "Returns which calls need a captcha",
                    "No call needs a captcha. Firebase's `getRecaptchaConfig`."),
                .json(RecaptchaEndpoints.Config.self))
        }

    private static func described(_ path: String, _ words: APIWords, _ output: Output, query: [String] = []) -> APIOperation {
        APIOperation(method: .get, path: path, words: words, access: .apiKey, input: .nothing, output: output, query: query)
    }
}
