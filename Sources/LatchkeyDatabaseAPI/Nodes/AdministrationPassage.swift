package import Hummingbird
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
    private let door: NodeDoor
    private let address: PublicAddress?

    /// - Parameters:
    ///   - door: The part of the other node that responds.
    ///   - address: The address that browsers use. Requests for another host are not passed on.
    package init(_ databases: DatabaseParts, to door: NodeDoor, at address: PublicAddress? = nil) {
        self.databases = databases
        self.door = door
        self.address = address
    }

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard databases.passage != nil, !PassedRequest.isMarked(request.headers), address?.isNamed(by: request) != false,
            let project = door.project(at: request.uri.path),
            let other = try await databases.otherNode(of: project)
        else { return try await next(request, context) }
        if let response = await databases.response(of: other, to: request, context, door: door) { return response }
        // The other node cannot be reached. It may not run any more, and then the databases can be opened here.
        guard let other = try await databases.otherNode(of: project) else { return try await next(request, context) }
        throw other
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
        }
    }
}
