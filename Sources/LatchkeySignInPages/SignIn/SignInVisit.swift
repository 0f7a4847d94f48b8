import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb

/// The context of a visit to the sign-in page: the project and tenant, the site to return to, and the language.
///
/// The page's URLs carry it, and every request parses and checks it again. No state is stored, and browser tabs do not affect each other.
struct SignInVisit: Sendable {
    let caller: Caller
    let texts: SignInTexts
    let site: SiteReturn?
    /// The query that the page's URLs carry; empty for the standard project's page in the browser's language.
    let query: String
    /// The query without the language, for URLs that set another language.
    let queryWithoutLanguage: String
    let cookies: SignInPageCookies

    /// The query to append to a path of the page.
    var suffix: String { query.isEmpty ? "" : "?" + query }
    /// The query to append to another parameter.
    var tail: String { query.isEmpty ? "" : "&" + query }

    /// Returns the URL of the page's first view.
    ///
    /// - Parameter error: The code of the error that the view shows.
    func home(error: String? = nil) -> String {
        guard let error else { return "/sign-in" + suffix }
        return "/sign-in?error=" + PercentEncoding.encode(error) + tail
    }

    /// Returns the continue URL for a link in an email. Such links have their own parameters, so the visit is a single parameter.
    func url(of path: String, at publicAddress: PublicAddress) -> String {
        publicAddress.url + path + "?visit=" + PercentEncoding.encode(query)
    }
}

/// Parses visits from requests.
struct SignInVisits: Sendable {
    let store: any AccountStore
    let resolver: CallerResolver
    /// The project of requests without an API key.
    let standardProject: ProjectID
    let clientAddress: ClientAddress
    let publicAddress: PublicAddress

    static let parameters = ["apiKey", "tenantId", "continueUrl", "state", "code_challenge", "code_challenge_method", "lang"]
    static let maxQueryBytes = 16_384

    /// - Throws: ``HandlerProblem``.
    func visit(_ request: Request, _ context: ServerContext) async throws -> SignInVisit {
        var query = try Self.parameters(of: request.uri.query ?? "")
        if let inner = query.query["visit"] { query = try Self.parameters(of: inner) }
        let apiKey = try query.text("apiKey")
        let (project, tenant) = try await project(apiKey, tenant: try query.text("tenantId"))
        if apiKey == nil, try query.text("continueUrl", upTo: SiteReturn.maxURLBytes) != nil {
            throw HandlerProblem("“apiKey” is missing: “continueUrl” needs the project whose site it is.")
        }
        let site = try SiteReturn(query, for: project)
        let named = try query.text("lang").flatMap { SignInTexts.matching($0) }
        let chosen = named ?? request.headers[.acceptLanguage].flatMap { SignInTexts.accepted($0) }
        let pairs =
            (apiKey.map { [("apiKey", $0)] } ?? []) + (tenant == .none ? [] : [("tenantId", tenant.rawValue)]) + (site?.pairs ?? [])
        return SignInVisit(
            caller: Caller(
                project: project, tenant: tenant,
                client: ClientDescription(
                    app: "sign-in page", address: clientAddress.address(of: request, context: context),
                    userAgent: request.headers[.userAgent]),
                apiKey: apiKey, language: chosen?.language),
            texts: chosen ?? .english, site: site, query: Self.text(pairs + (named.map { [("lang", $0.language)] } ?? [])),
            queryWithoutLanguage: Self.text(pairs),
            cookies: SignInPageCookies(
                publicAddress: publicAddress,
                realm: project.id == standardProject && tenant == .none ? nil : Realm(project: project.id, tenant: tenant)))
    }

    private static func parameters(of text: String) throws -> SingleParameters {
        guard text.utf8.count <= maxQueryBytes else { throw HandlerProblem("The address is longer than \(maxQueryBytes) bytes.") }
        guard let query = try? QueryParameters(formEncoded: text) else { throw HandlerProblem("The address is not valid UTF-8.") }
        return SingleParameters(query: query)
    }

    private static func text(_ pairs: [(String, String)]) -> String {
        pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }

    private func project(_ apiKey: String?, tenant: String?) async throws -> (Project, TenantID) {
        guard let apiKey else {
            guard tenant == nil else { throw HandlerProblem("“tenantId” needs an “apiKey”.") }
            guard let project = try await store.read({ try $0.project(standardProject) }) else { throw HTTPError(.notFound) }
            return (project, .none)
        }
        do {
            let project = try await resolver.project(withKey: apiKey)
            guard let tenant else { return (project, .none) }
            let id = TenantID(rawValue: tenant)
            return (try await store.read { try $0.project(project, seenIn: id) }, id)
        } catch is APIKeyError {
            throw HandlerProblem("“apiKey” names no project of this server.", code: "auth/invalid-api-key")
        } catch is TenantNotFound {
            throw HandlerProblem("“tenantId” names no tenant of this project.", code: "auth/invalid-tenant-id")
        } catch let error as SignInError {
            throw HandlerProblem(error.message ?? error.code.rawValue)
        }
    }
}
