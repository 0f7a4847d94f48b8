import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySignInPages
import LatchkeyWeb
import NIOCore

/// The page that replaces the sign-in page of every provider: the user chooses or describes an account.
///
/// `/emulator/auth/handler` serves Firebase's clients. ``path`` serves this server's own flows, which check the result.
struct AccountChooser: Sendable {
    let resolver: CallerResolver
    let projects: EmulatedProjects
    let store: any AccountStore
    let publicAddress: PublicAddress
    let pages: PageRenderer

    static let path = "/emulator/auth/choose"
    private static let handlerPath = "/emulator/auth/handler"
    static let paths = [path, handlerPath]
    private static let maxBytes = 24_576
    private static let maxAccounts = 1000

    func add(to router: Router<ServerContext>) {
        for path in Self.paths {
            router.get(RouterPath(path)) { request, _ in
                let query = try Self.parameters(request.uri.query ?? "")
                guard let input = ChooserRequest(query, publicAddress: publicAddress.url + Self.handlerPath) else {
                    return try Self.incomplete()
                }
                return try pages.page("account-chooser", try await content(input, query: query, action: path), script: true)
            }
            router.post(RouterPath(path)) { request, _ in
                let form = try Self.parameters(String(decoding: try await request.bytes(upTo: Self.maxBytes), as: UTF8.self))
                let query = try Self.parameters(form["query"] ?? "")
                guard let input = ChooserRequest(query, publicAddress: publicAddress.url + Self.handlerPath) else {
                    return try Self.incomplete()
                }
                guard let delivery = input.delivery(of: ChosenAccount(form)) else {
                    return try pages.problem(
                        "This sign-in cannot continue", "“redirectUrl” is not a web address, or the app has no valid URL scheme.",
                        status: .badRequest)
                }
                return try pages.delivery(delivery)
            }
        }
        EmulatorScripts.add(to: router)
    }

    private static func parameters(_ text: String) throws -> QueryParameters {
        guard text.utf8.count <= maxBytes, let query = try? QueryParameters(formEncoded: text) else { throw HTTPError(.badRequest) }
        return query
    }

    private static func incomplete() throws -> Response {
        try Response.json(
            EmulatorVerdict(authEmulator: .init(error: "missing apiKey or providerId query parameters")), status: .badRequest)
    }

    // MARK: Known accounts

    private struct Content {
        let providerId: String
        let action: String
        let query: String
        let accounts: [Known]
        let hasAccounts: Bool
        let sandbox = false
    }

    private struct Known {
        let title: String
        let detail: String
        let claims: String
    }

    private func content(_ input: ChooserRequest, query: QueryParameters, action: String) async throws -> Content {
        let project =
            if let key = input.apiKey { try await resolver.project(withKey: key) } else { try await projects.standardProject() }
        let realm = Realm(project: project.id, tenant: input.tenant)
        let known = try await store.read { view in
            try view.accounts(in: realm, after: nil, limit: Self.maxAccounts).compactMap {
                $0.identity(of: input.provider.identityProvider)
            }
        }
        let accounts = try known.map { identity in
            Known(
                title: identity.displayName ?? identity.email?.text ?? identity.key.rawID,
                detail: [identity.email?.text, identity.addressVerifiedByProvider || identity.email == nil ? nil : "not verified"]
                    .compactMap { $0 }.joined(separator: ", "),
                claims: try ChosenAccount(identity).json())
        }
        return Content(
            providerId: input.provider.rawValue, action: action, query: query.formEncoded, accounts: accounts,
            hasAccounts: !accounts.isEmpty)
    }
}
