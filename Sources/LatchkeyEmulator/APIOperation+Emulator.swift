import HTTPTypes
import LatchkeyWeb
import LatchkeyWire

extension APIOperation {
    /// The operations that only an emulator has.
    static let emulator: [APIOperation] =
        [
            get("/", "Says that the emulator is ready", .json(EmulatorReadiness.self)).openToPages(),
            get(EmulatorReadiness.documentPath, "This document", .object),
        ]
        + EmulatedRecaptcha.paths.map {
            get($0, "The captcha parameters of a client", .json(EmulatedRecaptcha.Reply.self), access: .apiKey)
        } + NotEmulatedCalls.operations + UnimplementedCalls.operations + administration.map { $0.openToPages() } + legacyLists + chooser
        + scripts + [action]

    private static let administration =
        EmulatorAdministration.scopes.flatMap { scope in
            [
                APIOperation(
                    method: .delete, path: scope + "/accounts", summary: "Removes all accounts", access: .anyone, input: .nothing,
                    output: .object),
                get(scope + "/oobCodes", "The codes in mails that can still be used", .json(EmulatorAdministration.OobCodes.self)),
                get(
                    scope + "/verificationCodes", "The codes in text messages",
                    .json(EmulatorAdministration.VerificationCodes.self)),
            ]
        } + [
            get(EmulatorAdministration.configPath, "Two settings of a project", .json(EmulatorConfig.self)),
            APIOperation(
                method: .patch, path: EmulatorAdministration.configPath, summary: "Changes the settings in the body", access: .anyone,
                input: .json(EmulatorConfig.self), output: .json(EmulatorConfig.self)),
        ]

    private static let legacyLists =
        LegacyAccountLists.families.flatMap { family in
            [
                owner(
                    family + "/downloadAccount", "Lists all accounts in pages", .json(BatchGetRequest.self), .json(BatchGetReply.self)),
                owner(family + "/uploadAccount", "Imports accounts", .json(BatchCreateRequest.self), .json(BatchCreateReply.self)),
            ]
        }

    private static func owner(_ path: String, _ summary: String, _ input: Input, _ output: Output) -> APIOperation {
        APIOperation(method: .post, path: path, summary: summary, access: .administrator, input: input, output: output)
    }

    private static let chooser = AccountChooser.paths.flatMap { path in
        [
            get(path, "Shows the accounts to sign in with", .page, query: ["providerId", "apiKey", "appName", "redirectUrl", "tid"]),
            form(
                path, "Signs in as that account", ["query", "account", "email", "displayName", "screenName", "photoUrl", "emailVerified"]),
        ].map { $0.refusing(with: 403, as: .own(EmulatorVerdict.self)) }
    }

    private static let scripts =
        EmulatorScripts.paths.map { get($0, "A page's script", .other(contentType: "text/javascript")) }

    private static let action = APIOperation(
        method: .get, path: EmulatorActionPage.path, summary: "Performs the action of an email link", access: .anyone, input: .nothing,
        output: .jsonOrRedirect(EmulatorVerdict.self),
        query: ["mode", "oobCode", "apiKey", "lang", "continueUrl", "newPassword", "tenantId"], refusal: .own(EmulatorVerdict.self))
}
