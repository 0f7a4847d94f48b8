import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb
import LatchkeyWire

/// The operations of this module, none of which the router describes itself.
extension APIOperation {
    static func flowPages(underEmulatorsName: Bool) -> [APIOperation] {
        HandlerPage.paths.prefix(underEmulatorsName ? 2 : 1).flatMap { path in
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
            + ActionPage.paths.prefix(underEmulatorsName ? 2 : 1).flatMap { path in
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

    static let outbox = [
        ("/outbox", "The messages to users, in a sandbox"), ("/outbox/:id", "A message"), ("/outbox/:id/mail", "The email of a message"),
    ].map { get($0, $1, .page).refusing(with: 403) }

    static let signInPage =
        [
            view("/sign-in", "The sign-in page", ["error", "view"]), view("/sign-in/start", "Redirects to a provider", ["provider"]),
            view("/sign-in/finish", "Finishes a sign-in with a provider", ["authResult"]),
            view("/sign-in/email-link", "The page that the email link opens", ["oobCode", "visit"]),
            view("/sign-in/sign-up", "The page that the link of a new account opens", ["oobCode", "visit"]),
            view("/account", "What users change of their own account", ["error", "done"]),
            accountAction("name", "Changes the user's name", ["name"]),
            accountAction("password", "Changes the user's password", ["password"]),
            accountAction("unlink", "Unlinks a provider", ["provider"]),
            accountAction("sessions", "Ends a session, or all others", ["session"]),
            accountAction("verify", "Sends a link that verifies the address", []),
            accountAction("email", "Sends a link to a new address", ["email"]),
            accountAction("passkeys", "Adds a passkey", ["credential", "name"]),
            accountAction("passkeys/remove", "Removes a passkey", ["passkey"]),
            accountAction("authenticator", "Shows the key of a new authenticator app", []),
            accountAction("authenticator/finish", "Adds the authenticator app", ["code", "key", "sessionInfo"]),
            accountAction("factors/remove", "Removes a second factor", ["factor"]),
            accountAction("recovery-codes", "Shows new recovery codes", []),
            accountAction("phone", "Sends a code to a phone of the user", ["number", "use"]),
            accountAction("phone/finish", "Adds the phone", ["number", "session", "code", "use"]),
            accountAction("phone/remove", "Removes the phone number that signs in", []),
            accountAction("delete", "Deletes the account", []),
            action("link", "Links a provider", ["provider"]),
            action("password", "Signs in or up with a password, or sends a link to sign in or to set one", ["mode", "email", "password"]),
            action("sign-up", "Sends a link that creates an account", ["email"]),
            action("sign-up/finish", "Creates an account with the link", ["oobCode", "password"]),
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
            get(PageAsset.icon.path, "The pages' icon", .other(contentType: "image/svg+xml")),
            get("/favicon.ico", "The same icon, where browsers look for it", .other(contentType: "image/svg+xml")),
            get(PageAsset.signInStyle.path, "The pages' style", .other(contentType: "text/css")),
            get(PageAsset.themePath, "The operator's own style", .other(contentType: "text/css")),
            get(PageAsset.passkeys.path, "The pages' script for passkeys", .other(contentType: "text/javascript")),
            get(PageAsset.password.path, "The pages' script for passwords", .other(contentType: "text/javascript")),
            get(PageAsset.signInModule.path, "A module for sites that use the sign-in page", .other(contentType: "text/javascript")),
        ]

    private static func view(_ path: String, _ summary: String, _ query: [String]) -> APIOperation {
        get(path, summary, .page, query: query + SignInVisits.parameters)
    }

    private static func accountAction(_ path: String, _ summary: String, _ names: [String]) -> APIOperation {
        action(path, summary, names, under: "/account/")
    }

    private static func action(
        _ path: String, _ summary: String, _ names: [String] = [], _ output: Output = .page, under folder: String = "/sign-in/"
    ) -> APIOperation {
        var operation = ownForm(folder + path, summary, names, output)
        operation.query = SignInVisits.parameters
        return operation
    }

    static let webFlow: [APIOperation] =
        WebFramePage.paths.map { get($0, "A frame in the page of a web app", .page, query: ["apiKey", "appName", "v", "fw", "eid"]) }
        + PageAsset.webFlow.map { get($0.path, "A script of the web flow", .other(contentType: "text/javascript")) }
}
