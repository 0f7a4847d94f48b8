import HTTPTypes
import LatchkeyWeb
import LatchkeyWire

extension APIOperation {
    /// The operations that only an emulator has.
    static let emulator = everything.tagged(.emulator)

    private static let everything: [APIOperation] =
        [
            get("/", "Says that the emulator is ready", .json(EmulatorReadiness.self)).openToPages()
                .described("Test programs wait for this response, as with Google's emulator."),
            get(EmulatorReadiness.documentPath, "This document", .object).described("At the path of Google's emulator."),
        ]
        + EmulatedRecaptcha.paths.map {
            get($0, "The captcha parameters of a client", .json(EmulatedRecaptcha.Reply.self), access: .apiKey)
                .described("The values of Google's emulator, which requires no captcha.")
        } + NotEmulatedCalls.operations + UnimplementedCalls.operations + administration.map { $0.openToPages() } + legacyLists + chooser
        + scripts + [action]

    private static let administration =
        EmulatorAdministration.scopes.flatMap { scope in
            [
                APIOperation(
                    method: .delete, path: scope + "/accounts",
                    words: APIWords(
                        nil, .emulator, "Removes all accounts",
                        "Removes the accounts of the project or tenant, with their sessions and codes."), access: .anyone,
                    input: .nothing,
                    output: .object),
                get(scope + "/oobCodes", "The codes in mails that can still be used", .json(EmulatorAdministration.OobCodes.self))
                    .described("The codes with their links, in place of mails."),
                get(
                    scope + "/verificationCodes", "The codes in text messages",
                    .json(EmulatorAdministration.VerificationCodes.self)
                ).described("The codes with their phone numbers, in place of text messages."),
            ]
        } + [
            get(EmulatorAdministration.configPath, "Two settings of a project", .json(EmulatorConfig.self))
                .described("Whether several accounts may have one address, and whether enumeration protection is on."),
            APIOperation(
                method: .patch, path: EmulatorAdministration.configPath,
                words: APIWords(nil, .emulator, "Changes the settings in the body", "The other settings stay."), access: .anyone,
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
        APIOperation(
            method: .post, path: path, words: APIWords(nil, .emulator, summary, "For administrators, in version 3 of the API."),
            access: .administrator, input: input, output: output)
    }

    private static let chooser = AccountChooser.paths.flatMap { path in
        [
            get(path, "Shows the accounts to sign in with", .page, query: ["providerId", "apiKey", "appName", "redirectUrl", "tid"])
                .described("The page in place of a provider's."),
            form(
                path, "Signs in as that account", ["query", "account", "email", "displayName", "screenName", "photoUrl", "emailVerified"]
            ).described("The form of the page."),
        ].map { $0.refusing(with: 403, as: .own(EmulatorVerdict.self)) }
    }

    private static let scripts =
        EmulatorScripts.paths.map {
            get($0, "A page's script", .other(contentType: "text/javascript"))
                .described("The pages of the emulator load it.")
        }

    private static let action = APIOperation(
        method: .get, path: EmulatorActionPage.path,
        words: APIWords(
            nil, .emulator, "Performs the action of an email link",
            "Applies the code of the link, and redirects to `continueUrl` if the link has one."),
        access: .anyone, input: .nothing,
        output: .jsonOrRedirect(EmulatorVerdict.self),
        query: ["mode", "oobCode", "apiKey", "lang", "continueUrl", "newPassword", "tenantId"], refusal: .own(EmulatorVerdict.self))
}
