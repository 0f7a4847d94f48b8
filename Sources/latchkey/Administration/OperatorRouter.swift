import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyWeb

/// The REST calls of the operator. The server serves them on its Unix socket only; without a server, a command calls them in its own process.
enum OperatorRouter {
    /// - Parameters:
    ///   - passage: Passes calls for databases of other nodes on to them.
    ///   - addCalls: Adds the administrators' calls of the server, for the operator instead of service accounts. Without a server,
    ///   only those that read the audit log and manage webhooks are added.
    static func make(
        _ administrator: Administrator, passage: AdministrationPassage? = nil,
        addCalls: ((Router<ServerContext>, OperatorDoor) -> Void)? = nil
    ) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: ErrorEnvelope())
        router.add(middleware: UnknownCall())
        if let passage { router.add(middleware: passage) }
        let door = OperatorDoor(store: administrator.store)
        if let addCalls {
            addCalls(router, door)
        } else {
            let admin = AdminRoutes(
                store: administrator.store, door: door, clientAddress: ClientAddress(trustedProxies: []), record: APIRecord())
            admin.addEvents(to: router)
            admin.addWebhooks(administrator.administration.webhooks, to: router)
        }
        administrator.add(to: OperatorRoutes(router: router))
        return router
    }
}

/// Admits every request to the administrators' calls as the operator's: only the operator can open the socket.
struct OperatorDoor: AdministratorDoor {
    let store: StoreReader

    /// The paths of the audit log of a project.
    private static func logPaths(of project: ProjectID) -> [String] {
        ["", "/identitytoolkit.googleapis.com"].map { "\($0)/v1/projects/\(project)/events" }
    }

    /// - Throws: ``AdminError`` when there is no such project.
    func access(of request: Request, to project: String) async throws -> AdministratorAccess {
        let id = ProjectID(rawValue: project)
        // Of the console's project, only the audit log: its accounts are changed by the console itself.
        let isLog = request.method == .get && Self.logPaths(of: id).contains(request.uri.path)
        do {
            let project = try await store.read { view in
                guard isLog, let console = try view.project(.console) else { return try view.administeredProject(id) }
                if id == .console { return console }
                // Of a removed project, only the log is left. Nothing else of this value is read.
                guard try view.project(id) == nil, let removed = try view.removedProjects().first(where: { $0.id == id }) else {
                    return try view.administeredProject(id)
                }
                return Project(
                    id: id, displayName: id.rawValue, passwordHashing: console.passwordHashing, createdAt: removed.removedAt)
            }
            return AdministratorAccess(project: project, actor: ActAuthor.command.actor)
        } catch let refusal as ActRefusal {
            throw AdminError(refusal)
        }
    }
}

/// Tells a command of another version that this server has no such call.
private struct UnknownCall: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && context.endpointPath?.hasPrefix("/") != true {
            throw AdminError("The server on this folder is Latchkey \(Latchkey.version) and does not know this command.", code: 404)
        }
    }
}
