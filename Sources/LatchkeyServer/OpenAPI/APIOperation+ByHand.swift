import HTTPTypes
import LatchkeyWeb
import LatchkeyWire

extension APIOperation {
    /// Returns the operations that are listed by hand. All other operations are recorded when they are added to the router.
    ///
    /// - Parameters:
    ///   - emulated: Whether the server is in emulator mode, in which some paths behave differently.
    ///   - outbox: Whether the sandbox shows the messages to users.
    static func byHand(emulated: Bool, outbox: Bool) -> [APIOperation] {
        tokens + keys + settings + pages(emulated: emulated) + signInPage + webFlow + health + (outbox ? self.outbox : [])
            + (emulated ? emulator : recaptcha + [get("/", "Redirects to the sign-in page", .redirect)])
    }

    static func get(
        _ path: String, _ summary: String, _ answer: Answer, access: Access = .anyone, query: [String] = []
    ) -> APIOperation {
        APIOperation(method: .get, path: path, summary: summary, access: access, ask: .nothing, answer: answer, query: query)
    }

    static func form(_ path: String, _ summary: String, _ names: [String] = [], _ answer: Answer = .page) -> APIOperation {
        APIOperation(method: .post, path: path, summary: summary, access: .anyone, ask: .form(names), answer: answer)
    }

    /// Returns a form of this server's own pages, which other sites cannot send.
    private static func ownForm(_ path: String, _ summary: String, _ names: [String] = [], _ answer: Answer = .page) -> APIOperation {
        form(path, summary, ["csrf"] + names, answer).refusing(with: 403)
    }

    private static let tokens =
        TokenEndpoint.paths.map {
            APIOperation(
                method: .post, path: $0, summary: "A fresh ID token for a refresh token", access: .apiKey,
                ask: .jsonOrForm(TokenRequest.self), answer: .json(TokenReply.self))
        }
        + AccessTokenEndpoint.paths.map {
            APIOperation(
                method: .post, path: $0, summary: "An access token for the assertion of a service account (RFC 7523)",
                access: .anyone, ask: .form(["grant_type", "assertion"]), answer: .json(AccessTokenEndpoint.Reply.self),
                refusal: .own(AccessTokenEndpoint.Refusal.self))
        }

    private static let keys =
        KeyDocuments.jwksPaths.map { get($0, "The keys of ID tokens and session cookies as JWKS", .object) }
        + KeyDocuments.certificatePaths.map { get($0, "The same keys as X.509 certificates by key id", .object) }
        + [
            get("/:project/.well-known/openid-configuration", "OpenID discovery of a project's ID tokens", .object),
            get("/:project/session/.well-known/openid-configuration", "OpenID discovery of a project's session cookies", .object),
            get(AppAssociation.path, "The apps that Apple's systems open with an address of this server", .object),
        ]

    private static let settings =
        ProjectConfigEndpoint.paths.map {
            get($0, "The public settings of a project", .json(ProjectConfigReply.self), access: .apiKey)
        }
        + PasswordPolicyEndpoint.paths.map {
            get($0, "The project's password policy", .json(PasswordPolicyReply.self), access: .apiKey, query: ["tenantId"])
        }

    private static let recaptcha =
        EmulatedRecaptcha.paths.map {
            get($0, "The captcha parameters of a client", .json(RecaptchaEndpoints.Parameters.self), access: .apiKey)
        }
        + RecaptchaEndpoints.configPaths.map {
            get($0, "Which calls need a captcha: none", .json(RecaptchaEndpoints.Config.self), access: .apiKey)
        }

    private static func pages(emulated: Bool) -> [APIOperation] {
        // At the other paths, the emulator has its own pages.
        HandlerPage.paths.prefix(emulated ? 1 : 2).flatMap { path in
            [
                get(path, "Starts and ends a sign-in with a provider", .page, query: HandlerRequest.parameters),
                form(path, "Receives the form that a provider posts", ["state", "code", "id_token", "error", "user"]),
            ]
        }
            + [
                get(
                    CallbackPage.path, "Opens an app at the end of a sign-in", .page,
                    query: ["authType", "eventId", "link", "firebaseError"])
            ]
            + ActionPage.paths.prefix(emulated ? 1 : 2).flatMap { path in
                [
                    get(
                        path, "Shows the action of an email link", .page,
                        query: ["mode", "oobCode", "apiKey", "lang", "continueUrl", "tenantId"]),
                    ownForm(
                        path, "Performs the action of an email link",
                        ["mode", "oobCode", "apiKey", "lang", "continueUrl", "tenantId", "answer", "newPassword"]),
                ]
            }
    }

    private static let outbox = [
        ("/outbox", "The messages to users, in a sandbox"), ("/outbox/:id", "A message"), ("/outbox/:id/mail", "The email of a message"),
    ].map { get($0, $1, .page).refusing(with: 403) }

    private static let signInPage =
        [
            view("/sign-in", "The sign-in page", ["error"]), view("/sign-in/start", "Redirects to a provider", ["provider"]),
            view("/sign-in/finish", "Finishes a sign-in with a provider", ["authResult"]),
            view("/sign-in/email-link", "The page that the email link opens", ["oobCode", "visit"]),
            action("link", "Links a provider", ["provider"]),
            action("password", "Signs in or up with a password, or sends a link to sign in or to set one", ["mode", "email", "password"]),
            action("email-link", "Signs in with an email link", ["oobCode", "email"]),
            action("phone", "Sends a code to a phone", ["number"]),
            action("phone/code", "Signs in with the code", ["number", "session", "code"]),
            action("second-factor", "Shows a second factor", ["pending", "kind", "totp", "send", "session", "code"]),
            action("continue", "Continues to the site as the signed-in user"), action("sign-out", "Signs out"),
            action("passkey/options", "The options for using a passkey", [], .json(PasskeyRequestOptions.self))
                .refusing(with: 403, as: .own(ScriptRefusal.self)),
            action("passkey", "Signs in with a passkey", ["credential"]),
            action("passkeys/options", "The options for creating a passkey", [], .json(PasskeyCreationOptions.self))
                .refusing(with: 403, as: .own(ScriptRefusal.self)),
            action("passkeys", "Stores a passkey", ["credential", "name"]), action("passkeys/remove", "Removes a passkey", ["passkey"]),
            get(PageAsset.signInStyle.path, "The pages' style", .other(contentType: "text/css")),
            get(PageAsset.themePath, "The operator's own style", .other(contentType: "text/css")),
            get(PageAsset.passkeys.path, "The pages' script", .other(contentType: "text/javascript")),
            get(PageAsset.signInModule.path, "A module for sites that use the sign-in page", .other(contentType: "text/javascript")),
        ]

    private static func view(_ path: String, _ summary: String, _ query: [String]) -> APIOperation {
        get(path, summary, .page, query: query + SignInVisits.parameters)
    }

    private static func action(_ path: String, _ summary: String, _ names: [String] = [], _ answer: Answer = .page) -> APIOperation {
        var operation = ownForm("/sign-in/" + path, summary, names, answer)
        operation.query = SignInVisits.parameters
        return operation
    }

    private static let webFlow: [APIOperation] =
        [get(WebConfiguration.path, "What a web app passes to initializeApp", .json(WebConfiguration.Reply.self))]
        + WebFramePage.paths.map { get($0, "A frame in the page of a web app", .page, query: ["apiKey", "appName", "v", "fw", "eid"]) }
        + PageAsset.webFlow.map { get($0.path, "A script of the web flow", .other(contentType: "text/javascript")) }

    private static let health = [
        get("/healthz", "Whether the server is alive", .json(Health.Report.self)),
        get("/readyz", "Whether it can read and write its store", .json(Health.Report.self))
            .refusing(with: 503, as: .own(Health.Report.self)),
        get(APIDocumentEndpoint.path, "This document", .object),
    ]
}
