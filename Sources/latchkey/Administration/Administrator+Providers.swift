import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets

/// Changes to a provider's configuration; `nil` members are not changed, or get the provider's defaults in a new one.
struct ProviderChange: Codable, Sendable, Equatable {
    var clientID: String?
    var secret: TransitSecret?
    var removesSecret: Bool?
    var apiOrigin: String?
    var webOrigin: String?
    /// A GitHub Enterprise server, instead of the two origins.
    var enterpriseHost: String?
    var scopes: [String]?
    var trustedForTakeover: Bool?
    /// OpenID Connect only.
    var issuer: String?
    /// OpenID Connect only.
    var acceptedClientIDs: [String]?
    /// Keyed by the names of ``ProviderParameter``.
    var parameters: [String: String]?
}

extension Administrator {
    func addProviders(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/providers"
        routes.on(.get, path) { call in
            let found = try await store.read { view in try view.providers(of: view.requireProject(call.project).id) }
            return found.map { ProviderDescription($0, publicAddress: publicAddress) }
        }
        routes.on(.get, path + "/:provider") { call in
            let known = try ProviderRules(option: call["provider"])
            let found = try await store.read { view in try view.provider(known.id, of: view.requireProject(call.project).id) }
            return found.map { ProviderDescription($0, publicAddress: publicAddress) }
                ?? ProviderDescription(unconfigured: known, project: call.projectID, publicAddress: publicAddress)
        }
        routes.on(.patch, path + "/:provider") { try await setProvider($0["provider"], of: $0.project, $1) }
        routes.on(.post, path + "/{provider}:enable") { try await switchProvider($0["provider"], of: $0.project, on: true) }
        routes.on(.post, path + "/{provider}:disable") { try await switchProvider($0["provider"], of: $0.project, on: false) }
    }

    private func switchProvider(_ id: String, of project: String, on: Bool) async throws -> ProviderDescription {
        let provider = try ProviderRules(option: id)
        _ = try await store.read { try $0.requireProject(project) }
        do {
            let changed = try await providerSetup.turn(
                provider.id, on: on, in: Realm(project: ProjectID(rawValue: project)), by: .command)
            return ProviderDescription(changed, publicAddress: publicAddress)
        } catch let error as ProviderRuleError where error.code == .notFound {
            throw AdminError(
                "The project \(project) has no configuration of \(id). Create one with `latchkey projects provider set \(id)`.", code: 404)
        }
    }

    private func setProvider(_ id: String, of project: String, _ change: ProviderChange) async throws -> ProviderDescription {
        let provider = try ProviderRules(option: id)
        _ = try await store.read { try $0.requireProject(project) }
        do {
            let saved = try await providerSetup.set(
                provider, in: Realm(project: ProjectID(rawValue: project)), change.edit, mode: .createOrChange, by: .command)
            return ProviderDescription(saved, publicAddress: publicAddress)
        } catch let error as ProviderRuleError {
            throw AdminError(error)
        }
    }
}

extension ProviderRules {
    /// Creates the rules with the names of command options in their messages.
    ///
    /// - Throws: ``AdminError`` for an unknown provider.
    fileprivate init(option id: String) throws {
        do {
            try self.init(id, allowsThisMachine: true) { field in
                switch field {
                case .clientID: "--key"
                case .secret: "the secret"
                case .noSecret: "--no-secret"
                case .issuer: "--issuer"
                case .apiOrigin: "--api-origin"
                case .webOrigin: "--web-origin"
                case .enterpriseHost: "--enterprise-host"
                case .acceptedClientIDs: "--accept-clients"
                case .scopes: "--scopes"
                case .displayName: "--display-name"
                case .parameter(let parameter): "--" + parameter.rawValue
                }
            }
        } catch let error as ProviderRuleError {
            throw AdminError(error)
        }
    }
}

extension AdminError {
    fileprivate init(_ error: ProviderRuleError) {
        self.init(error.code == .missingSecret ? error.detail + " " + ProviderSecretSource.explanation : error.detail)
    }
}

extension ProviderChange {
    var edit: ProviderEdit {
        var edit = ProviderEdit()
        edit.clientID = clientID
        edit.secret = secret?.value
        edit.removesSecret = removesSecret ?? false
        edit.apiOrigin = apiOrigin
        edit.webOrigin = webOrigin
        edit.enterpriseHost = enterpriseHost
        edit.scopes = scopes
        edit.trustedForTakeover = trustedForTakeover
        edit.issuer = issuer
        edit.acceptedClientIDs = acceptedClientIDs
        edit.parameters = parameters
        return edit
    }
}
