import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/__/auth/action`: the page that email links open.
///
/// Opening the page changes nothing, because link scanners open every link in an email. The page's form performs the action.
struct ActionPage: Sendable {
    let resolver: CallerResolver
    let parts: CodeServices
    let publicAddress: PublicAddress
    let cookie: BrowserCookie
    let pages: PageRenderer

    static let maxBytes = 16_384
    /// Firebase's SDKs support a custom host only with the emulator's paths.
    static let paths = ["/__/auth/action", "/emulator/action"]

    /// - Parameter underEmulatorsName: Whether to add the emulator's path; false if the emulator has its own page there.
    func add(to router: Router<ServerContext>, underEmulatorsName: Bool) {
        for path in underEmulatorsName ? Self.paths : [Self.paths[0]] {
            router.get(RouterPath(path)) { request, context in
                if let url = publicAddress.moving(request) { return Response.seeOther(url) }
                let input = ActionRequest(Self.parameters(request.uri.query ?? ""))
                return try await explaining(input) { caller in
                    try await show(input, caller, request)
                } caller: {
                    try await caller(input, request, context)
                }
            }
            router.post(RouterPath(path)) { request, context in
                let bytes = try await request.bytes(upTo: Self.maxBytes)
                let form = Self.parameters(String(decoding: bytes, as: UTF8.self))
                let input = ActionRequest(form)
                guard let browser = cookie.token(of: request), let sent = form["csrf"],
                    sent.equalsInConstantTime(cookie.formToken(for: browser)), request.isSameOrigin(as: publicAddress)
                else {
                    return try problem(input.texts.formEnded, input, project: nil, status: .forbidden)
                }
                return try await explaining(input) { caller in
                    try await apply(input, caller, request, browser: browser)
                } caller: {
                    try await caller(input, request, context)
                }
            }
        }
    }

    /// Returns no parameters for text that cannot be parsed. The page then reports a broken link.
    private static func parameters(_ text: String) -> QueryParameters {
        guard text.utf8.count <= maxBytes, let query = try? QueryParameters(formEncoded: text) else { return QueryParameters([]) }
        return query
    }

    private func caller(_ input: ActionRequest, _ request: Request, _ context: ServerContext) async throws -> Caller {
        let project = try await resolver.project(withKey: input.apiKey)
        let caller = try await resolver.caller(for: project, tenant: input.tenant, request: request, context: context)
        return Caller(
            project: caller.project, tenant: caller.tenant, client: caller.client, apiKey: input.apiKey, language: input.texts.language)
    }

    // MARK: Pages

    private func show(_ input: ActionRequest, _ caller: Caller, _ request: Request, message: String? = nil) async throws -> Response {
        let continueURL = input.continueURL(for: caller.project, publicAddress: publicAddress.url)
        if input.mode == .signIn || input.mode == .signUp {
            guard let continueURL else { return try problem(input.texts.noPlace, input, project: caller.project) }
            // The code is not checked here, because the app, or the sign-in page, checks it and reports the result.
            let link = ActionLink(
                mode: input.mode, code: input.code, apiKey: input.apiKey, language: input.texts.language, continueURL: continueURL,
                tenant: caller.tenant)
            return .seeOther(ActionRequest.signInURL(at: continueURL, link))
        }
        guard let question = input.question else { throw SignInError(.invalidOOBCode) }
        let code = try await parts.codes.check(input.code, in: caller.realm)
        guard input.fits(code.kind) else { throw SignInError(.invalidOOBCode) }
        if code.kind == .revertSecondFactor { _ = try await parts.codes.secondFactor(of: code) }
        let browser = cookie.token(of: request) ?? cookie.newToken()
        var response = try pages.page(
            "action",
            ActionContent(
                sandbox: false, lang: input.texts.language, direction: input.texts.direction, title: question.title,
                lead: ActionTexts.filled(question.lead, Self.values(of: code, caller.project)), message: message,
                csrf: cookie.formToken(for: browser), mode: input.mode.rawValue, code: input.code.expose(), apiKey: input.apiKey,
                tenant: caller.tenant.rawValue, continueURL: continueURL ?? "", password: code.kind == .passwordReset,
                email: code.recipient.text,
                label: input.texts.newPassword, show: input.texts.showPassword, confirm: question.confirm, deny: question.deny),
            status: message == nil ? .ok : .badRequest, script: code.kind == .passwordReset)
        cookie.set(browser, on: &response)
        return response
    }

    private func apply(
        _ input: ActionRequest, _ caller: Caller, _ request: Request, browser: String
    ) async throws -> Response {
        guard var question = input.question else { throw SignInError(.invalidOOBCode) }
        let code = try await parts.codes.check(input.code, in: caller.realm)
        guard input.fits(code.kind) else { throw SignInError(.invalidOOBCode) }
        var addition = ""
        if input.mode == .disownEmail || input.denies && question.deny != nil {
            question = input.texts.disownEmail
            try await parts.application.disown(input.code, for: caller)
        } else if input.mode == .resetPassword {
            do {
                _ = try await parts.reset.confirm(input.code, newPassword: input.newPassword, for: caller)
            } catch let error as SignInError where error.code == .weakPassword || error.code == .missingPassword {
                return try await show(input, caller, request, message: input.texts.weakPassword)
            }
        } else {
            let account = try await parts.application.apply(input.code, for: caller).account
            // After a recovery, the mailbox is the only way to sign in, so the user needs a new password. An attacker with a second
            // factor knows the password too. The reset is optional: it can be disabled or rate-limited.
            let needsPassword =
                code.kind == .recoverEmail
                || code.kind == .revertSecondFactor && account.password != nil && account.email == code.recipient
            if needsPassword, (try? await parts.requests.sendPasswordReset(to: code.recipient, for: caller)) != nil {
                addition = " " + input.texts.resetSent
            }
        }
        return try pages.page(
            "action-done",
            ActionDone(
                sandbox: false, lang: input.texts.language, direction: input.texts.direction, title: question.doneTitle,
                text: ActionTexts.filled(question.done, Self.values(of: code, caller.project)) + addition,
                continueURL: input.continueURL(for: caller.project, publicAddress: publicAddress.url), continueLabel: input.texts.goOn,
                close: input.texts.close))
    }

    private static func values(of code: OneTimeCode, _ project: Project) -> [(String, String)] {
        [("email", code.recipient.text), ("new", code.recipient.text), ("project", project.displayName)]
    }

    // MARK: Problems

    private func explaining(
        _ input: ActionRequest, _ body: (Caller) async throws -> Response, caller: () async throws -> Caller
    ) async throws -> Response {
        var project: Project?
        do {
            let caller = try await caller()
            project = caller.project
            return try await body(caller)
        } catch let error as SignInError {
            return try problem(Self.text(for: error.code, input.texts), input, project: project)
        } catch is APIKeyError {
            return try problem(input.texts.invalid, input, project: nil)
        } catch is TenantNotFound {
            return try problem(input.texts.invalid, input, project: nil, status: .notFound)
        } catch let error as HashingPoolFull {
            return try busy(input, project, retryAfterSeconds: error.retryAfterSeconds)
        } catch let error as TooManyAttempts {
            return try busy(input, project, retryAfterSeconds: error.retryAfterSeconds)
        }
    }

    private func busy(_ input: ActionRequest, _ project: Project?, retryAfterSeconds: Int) throws -> Response {
        var response = try problem(input.texts.otherwise, input, project: project, status: .tooManyRequests)
        response.headers[.retryAfter] = String(retryAfterSeconds)
        return response
    }

    private static func text(for code: SignInError.Code, _ texts: ActionTexts) -> String {
        switch code {
        case .expiredCode: texts.expired
        case .invalidOOBCode, .userNotFound: texts.invalid
        case .userDisabled: texts.disabled
        case .emailExists: texts.taken
        default: texts.otherwise
        }
    }

    private func problem(
        _ text: String, _ input: ActionRequest, project: Project?, status: HTTPResponse.Status = .badRequest
    ) throws -> Response {
        try pages.page(
            "action-problem",
            ActionProblem(
                sandbox: false, lang: input.texts.language, direction: input.texts.direction, title: input.texts.problemTitle,
                text: ActionTexts.filled(text, [("project", project?.displayName ?? "")])),
            status: status)
    }
}
