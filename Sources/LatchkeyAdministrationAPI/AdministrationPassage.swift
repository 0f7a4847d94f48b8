package import Hummingbird
package import LatchkeyDatabaseAPI
package import LatchkeyIdentity
package import LatchkeyNodes
import LatchkeyRealtime
import LatchkeyTree
package import LatchkeyWeb
import Logging

/// Passes requests of administrators on to the node that has the databases that they need, before anything of them is read.
package struct AdministrationPassage: RouterMiddleware {
    package typealias Context = ServerContext

    private let databases: DatabaseParts
    private let doors: Set<NodeDoor>
    private let address: PublicAddress?

    /// - Parameters:
    ///   - doors: The parts of this node that stand behind this port. A port does not lead to parts of other nodes that it does not have itself.
    ///   - address: The address that browsers use; `nil` for the socket of the operator's commands.
    package init(_ databases: DatabaseParts, to doors: Set<NodeDoor>, at address: PublicAddress? = nil) {
        self.databases = databases
        self.doors = doors
        self.address = address
    }

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard databases.passage != nil, !PassedRequest.isMarked(request.headers),
            let (door, project) = NodeDoor.target(of: request.uri.path, isCommand: doors.contains(.commands)), doors.contains(door),
            mayPass(request, to: door),
            let other = try await databases.otherNode(of: project)
        else { return try await next(request, context) }
        if let response = await databases.response(of: other, to: request, context, door: door) { return response }
        // The other node cannot be reached. It may not run any more, and then the databases can be opened here.
        guard let other = try await databases.otherNode(of: project) else { return try await next(request, context) }
        throw other
    }
}

extension AdministrationPassage {
    /// Whether the other node would consider the request. This one refuses it otherwise: without a session or a token, with a wrong host,
    /// and from a page of another site.
    private func mayPass(_ request: Request, to door: NodeDoor) -> Bool {
        guard let address else { return true }
        guard request.headers[.cookie] != nil || request.headers[.authorization] != nil else { return false }
        guard door == .console else { return true }
        // The header `Sec-Fetch-Site` of a link from another site is passed on.
        let isOfThisSite =
            [.get, .head].contains(request.method) && request.headers[.origin] == nil || request.isSameOrigin(as: address)
        return address.isNamed(by: request) && isOfThisSite
    }
}

extension DatabaseParts {
    /// Returns the node that has the databases of a project, if it is not this one. If no node has them, this one opens one of them.
    fileprivate func otherNode(of project: String) async throws -> DatabaseOfAnotherNode? {
        guard let database = try await trees.databases(of: project).first else { return nil }
        do {
            _ = try await directory.database(database)
            return nil
        } catch let other as DatabaseOfAnotherNode {
            return other
        } catch is UnreadableDatabase {
            // It can be removed here, and the project may have others.
            return nil
        }
    }
}
