import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets

/// The form of a request to the token or revocation endpoint, from an authenticated application.
struct OAuth2ClientRequest: Sendable {
    let parameters: FormParameters
    let app: SandboxApp

    /// Parses and authenticates a request; throws ``OAuth2Refusal`` (RFC 6749, sections 2.3 and 3.2).
    init(_ request: ReceivedRequest, rules: OAuth2Rules, state: SandboxState) throws {
        guard request.query ?? "" == "" else {
            throw OAuth2Refusal.invalidRequest("Send the parameters in the body, not in the URL.")
        }
        guard request.isForm, let form = try? request.form() else {
            throw OAuth2Refusal.invalidRequest("The body is not a form (application/x-www-form-urlencoded).")
        }
        if let name = form.repeatedName {
            throw OAuth2Refusal.invalidRequest("The parameter \(name.prefix(50)) appears twice.")
        }
        parameters = form
        let isBasic = request.headers[.authorization] != nil
        let name: String
        let secret: String?
        if isBasic {
            guard rules.acceptsSecretInHeader else { throw OAuth2Refusal.invalidClient("Send the secret in the form.", isBasic: false) }
            guard let basic = request.basicCredentials else {
                throw OAuth2Refusal.invalidClient("Authorization is not Basic with client_id and client_secret.", isBasic: true)
            }
            guard form["client_secret"] == nil else {
                throw OAuth2Refusal.invalidRequest("The secret is sent in two places; use one.")
            }
            name = Self.decoded(basic.name)
            secret = Self.decoded(basic.password)
            guard form["client_id"] == nil || form["client_id"] == name else {
                throw OAuth2Refusal.invalidRequest("client_id differs from the Authorization header.")
            }
        } else {
            name = form["client_id"] ?? ""
            secret = form.filled("client_secret")
            guard secret == nil || rules.acceptsSecretInBody else {
                throw OAuth2Refusal.invalidClient("Send the secret in Authorization: Basic.", isBasic: true)
            }
        }
        guard let app = state.withLedger({ $0.apps.app(name, at: rules.provider) }) else {
            throw OAuth2Refusal.invalidClient("No application has this client_id, or it is missing.", isBasic: isBasic)
        }
        switch (app.isPublicClient, secret) {
        case (true, nil): break
        case (true, _?):
            throw OAuth2Refusal.invalidClient("The application is public: it has no secret.", isBasic: isBasic)
        case (false, let secret):
            guard let secret, app.secret == Secret(secret) else {
                throw OAuth2Refusal.invalidClient("client_secret is missing or wrong.", isBasic: isBasic)
            }
        }
        self.app = app
    }

    /// Names and secrets are form-encoded in the header (RFC 6749, section 2.3.1).
    private static func decoded(_ text: String) -> String {
        guard let pairs = try? FormParameters(formEncoded: "value=\(text)"), pairs.count == 1 else { return text }
        return pairs["value"] ?? text
    }
}
