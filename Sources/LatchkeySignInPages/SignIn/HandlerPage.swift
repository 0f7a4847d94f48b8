package import HTTPTypes
package import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb
import Logging

/// The page at `/__/auth/handler`: apps and web apps open it to start a sign-in, and providers redirect back to it.
struct HandlerPage: Sendable {
    package let resolver: CallerResolver
    let store: any AccountStore
    let starter: FlowStarter
    let finisher: FlowFinisher
    let publicAddress: PublicAddress
    let cookie: BrowserCookie
    let pages: PageRenderer

    /// Larger than ``maxFormBytes``, because a provider's form post response comes back sealed in a query.
    static let maxQueryBytes = 24_576
    static let maxFormBytes = 16_384

    /// The paths of the page. Firebase's clients reach other hosts than Firebase's only at the emulator's path.
    static let paths = ["/__/auth/handler", "/emulator/auth/handler"]

    /// - Parameter underEmulatorsName: Whether to add the emulator's path too; `false` if the emulator serves its own page there.
    func add(to router: Router<ServerContext>, underEmulatorsName: Bool) {
        for path in underEmulatorsName ? Self.paths : [Self.paths[0]] {
            router.get(RouterPath(path)) { request, context in
                try await explaining(context) { try await respond(to: request, context) }
            }
            router.post(RouterPath(path)) { request, context in
                try await explaining(context) { try await receivePosted(request) }
            }
        }
    }

    private func explaining(_ context: ServerContext, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let problem as HandlerProblem {
            return try pages.problem("This sign-in cannot begin", problem.text, status: .badRequest, back: problem.back)
        } catch is TenantNotFound {
            return try pages.problem(
                "This sign-in cannot begin", "TENANT_NOT_FOUND: “tid” names no tenant of this project.", status: .notFound)
        } catch let error as SignInError {
            return try pages.problem("This sign-in did not work", error.message ?? error.code.rawValue, status: .badRequest)
        } catch let mismatch as FlowMismatch {
            context.logger.info("a callback matched no sign-in", metadata: ["cause": "\(mismatch)"])
            return try pages.problem("This sign-in has ended", mismatch.text, status: .badRequest)
        }
    }

    private func respond(to request: Request, _ context: ServerContext) async throws -> Response {
        let text = request.uri.query ?? ""
        guard text.utf8.count <= Self.maxQueryBytes else { throw HandlerProblem("The address is longer than \(Self.maxQueryBytes) bytes.") }
        guard let query = try? QueryParameters(formEncoded: text) else { throw HandlerProblem("The address is not valid UTF-8.") }
        guard query["state"] == nil, query["apiKey"] != nil else { return try await finish(query, request, context) }
        if let url = publicAddress.moving(request) { return .seeOther(url) }
        do {
            return try await begin(query, request, context)
        } catch let problem as HandlerProblem {
            guard let refusal = WebDelivery(problem, query: query) else { throw problem }
            return try pages.delivery(refusal, status: .badRequest)
        }
    }

    // MARK: Start

    private func begin(_ query: QueryParameters, _ request: Request, _ context: ServerContext) async throws -> Response {
        let input = try HandlerRequest(query)
        let caller: Caller
        do {
            caller = try await resolver.caller(
                for: try await resolver.project(withKey: input.apiKey), tenant: input.tenant, request: request, context: context)
        } catch is APIKeyError {
            throw HandlerProblem("“apiKey” names no project of this server.", code: "auth/invalid-api-key")
        } catch is TenantNotFound where input.isWeb {
            throw HandlerProblem("TENANT_NOT_FOUND: “tid” names no tenant of this project.", code: "auth/invalid-tenant-id")
        }
        let target = try await target(of: input, project: caller.project)
        let browser = cookie.token(of: request) ?? cookie.newToken()
        var options = input.options
        switch target {
        case .loopback: options.asksPerson = true
        // Any program on the user's device can serve pages on a loopback address.
        case .web(let page): options.asksPerson = AddressRange.isLoopback(ofURL: page.url)
        default: break
        }
        do {
            let url = try await starter.begin(
                input.providerID, for: caller, session: input.session ?? Fingerprint(of: cookie.newToken()),
                browser: Fingerprint(of: browser), target: target, options: options)
            var response = Response.seeOther(url)
            cookie.set(browser, on: &response)
            return response
        } catch let error as OAuthError {
            context.logger.warning(
                "the provider refused to begin a sign-in",
                metadata: ["provider": "\(input.providerID)", "code": "\(error.code.rawValue)", "hint": "\(error.hint ?? "-")"])
            return try deliver(FlowFailure(error), to: target)
        } catch let error as SignInError {
            return try deliver(FlowFailure(code: "auth/operation-not-allowed", message: error.message ?? error.code.rawValue), to: target)
        }
    }

    /// Returns the checked return target of a request.
    ///
    /// An app must be registered with the project. A loopback address needs no registration: only a program on the user's own machine
    /// listens there, and only the program that knows the session id can use the result.
    ///
    /// Any program on that machine can start a sign-in, not only the one that the user trusts. For sign-ins that return to a loopback
    /// address, the provider must therefore prompt the user, even after earlier consent (RFC 8252, section 8.6).
    ///
    /// - Throws: ``HandlerProblem``.
    private func target(of input: HandlerRequest, project: Project) async throws -> ReturnTarget {
        switch input.target {
        case .web(let page):
            try page.check(for: project, publicAddress: publicAddress)
            return .web(page)
        case .loopback(let url): return .loopback(url: url, authType: input.authType, eventID: input.eventID ?? "")
        case .app(let bundleID, let appID, let byUniversalLink):
            let apps = try await store.read { try $0.apps(of: project.id) }
            guard let app = apps.first(where: { $0.id == appID }) else {
                throw HandlerProblem("“appId” names no app of this project. Register it with `latchkey projects app add`.")
            }
            guard bundleID == nil || bundleID == app.bundleID else { throw HandlerProblem("“ibi” is not the bundle id of this app.") }
            // The registration decides, not the request: another program could request the URL scheme, and register it too.
            switch (app.teamID != nil, byUniversalLink) {
            case (false, false): return .app(scheme: app.urlScheme, authType: input.authType, eventID: input.eventID ?? "")
            case (true, true) where publicAddress.hasUniversalLinks:
                return .universalLink(path: ReturnTarget.callbackPath(of: app), authType: input.authType, eventID: input.eventID ?? "")
            case (true, true):
                throw HandlerProblem("Universal links need a server whose public address is https:// and a host name, without a port.")
            case (true, false):
                throw HandlerProblem("This app has a team id here, so its sign-ins return by a universal link only: send “returnBy”.")
            case (false, true):
                throw HandlerProblem(
                    "“returnBy” requests a universal link, but this app has no team id here. Set one with `latchkey projects app set`.")
            }
        }
    }

    // MARK: Callback

    /// Receives a provider's form post response (OAuth 2.0 Form Post Response Mode) and redirects to the callback URL.
    ///
    /// A browser does not send this server's cookie with a cross-site form post, and the cookie shows that the sign-in started in this
    /// browser. The browser sends it with the redirect. The redirect carries the form sealed, because browsers keep URLs in their history.
    private func receivePosted(_ request: Request) async throws -> Response {
        let bytes = try await request.bytes(upTo: Self.maxFormBytes)
        guard let form = try? QueryParameters(formEncoded: String(decoding: bytes, as: UTF8.self)) else { throw FlowMismatch.unknown }
        return .seeOther(publicAddress.callbackURL + "?" + (try finisher.sealed(form)).formEncoded)
    }

    private func finish(_ query: QueryParameters, _ request: Request, _ context: ServerContext) async throws -> Response {
        let callback = try finisher.opened(query)
        if let error = callback.errorWithoutState {
            // Without a state the error belongs to no flow, so no flow is ended.
            return try pages.problem("This sign-in did not work", "The provider ended it with “\(error)”.", status: .badRequest)
        }
        let taken = try await finisher.take(callback, browser: cookie.fingerprint(of: request))
        do {
            let assertion = try await finisher.assertion(taken, callback: callback)
            if case .web(let page) = taken.target { return try await deliver(assertion, of: taken, to: page) }
            let token = try await finisher.keep(assertion, of: taken)
            let link =
                taken.target.isPage
                ? publicAddress.url + "/sign-in/finish?authResult=" + token.expose()
                : publicAddress.callbackURL + "?providerId=" + taken.flow.provider.rawValue + "&authResult=" + token.expose()
            guard let url = taken.target.url(delivering: link, publicAddress: publicAddress.url) else { throw FlowMismatch.otherSession }
            return .seeOther(url)
        } catch let error as OAuthError {
            context.logger.info(
                "a sign-in failed at the provider",
                metadata: ["provider": "\(taken.flow.provider)", "code": "\(error.code.rawValue)", "detail": "\(error.publicDetail)"])
            return try deliver(FlowFailure(error), to: taken.target)
        } catch let error as SignInError {
            // The provider was disabled during the sign-in.
            return try deliver(
                FlowFailure(code: "auth/operation-not-allowed", message: error.message ?? error.code.rawValue), to: taken.target)
        }
    }

    /// Delivers an assertion to a web app's page. Creates the session id here, and sends it with the result to the page that started the
    /// sign-in.
    private func deliver(_ assertion: ProviderAssertion, of taken: FlowFinisher.Taken, to page: WebReturn) async throws -> Response {
        let sessionID = cookie.newToken()
        let token = try await finisher.keep(assertion, of: taken, session: Fingerprint(of: sessionID))
        let event = WebEvent(
            type: page.authType, eventId: page.eventID,
            urlResponse: publicAddress.callbackURL + "?providerId=" + taken.flow.provider.rawValue + "&authResult=" + token.expose(),
            sessionId: sessionID, tenantId: taken.flow.realm.tenant == .none ? nil : taken.flow.realm.tenant.rawValue)
        return try pages.delivery(WebDelivery(event, to: page))
    }

    private func deliver(_ failure: FlowFailure, to target: ReturnTarget) throws -> Response {
        if case .web(let page) = target { return try pages.delivery(WebDelivery(WebEvent(failure, for: page), to: page)) }
        guard let url = target.url(delivering: failure, publicAddress: publicAddress.url) else {
            return try pages.problem("This sign-in did not work", failure.message, status: .badRequest)
        }
        return .seeOther(url)
    }
}

extension PageRenderer {
    /// - Parameter back: A URL to go back to. It must have been checked.
    package func problem(_ headline: String, _ text: String, status: HTTPResponse.Status, back: String? = nil) throws -> Response {
        var content = ["headline": headline, "text": text]
        content["back"] = back
        return try page("problem", content, status: status)
    }
}

extension FlowMismatch {
    fileprivate var text: String {
        switch self {
        case .unknown: "It is already finished, took longer than ten minutes, or was not started here."
        case .otherBrowser: "It was started in another browser. A sign-in must end in the browser in which it started."
        case .otherProvider: "The response comes from a different provider than the one that the sign-in started with."
        case .otherSession: "It was started in another session."
        }
    }
}
