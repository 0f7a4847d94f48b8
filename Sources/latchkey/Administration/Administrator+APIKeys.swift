import LatchkeyIdentity

extension Administrator {
    func addAPIKeys(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/apiKeys"
        routes.on(.get, path) { call in
            try await store.read { view in try view.apiKeys(of: view.requireProject(call.project).id).map(APIKeyDescription.init) }
        }
        routes.on(.post, path) { APIKeyDescription(try await administration.apiKeys.add(to: $0.projectID, by: .command)) }
        routes.on(.delete, path + "/:key", listing: "`latchkey projects key list` lists its keys.") {
            APIKeyDescription(try await administration.apiKeys.revoke($0["key"], of: $0.projectID, by: .command))
        }
    }
}
