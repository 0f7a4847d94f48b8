package import Hummingbird
package import LatchkeyNodes
import LatchkeyRealtime
package import LatchkeyTree
package import LatchkeyWeb
import LatchkeyWire
import Logging

extension DatabaseParts {
    /// Returns the response of the node that has a database.
    ///
    /// - Parameter door: The part of the other node that responds to an administrator; `nil` for a client.
    /// - Returns: `nil` if that node cannot be reached. Then the store is asked again which node has the database.
    package func response(
        of other: DatabaseOfAnotherNode, to request: Request, _ context: ServerContext, door: NodeDoor? = nil
    ) async -> Response? {
        guard let nodes, let address = nodes.passage.address(of: other.node, at: other.address, for: request.headers) else {
            return DatabaseRefusal.elsewhere.response
        }
        let host = DatabaseHost.name(for: request, context, accounts.trustedProxies)
        let (response, cause): (Response?, any Error)
        switch await nodes.passage.pass(request, to: address, from: context.remoteAddress, host: host, door: door.map { ($0, other.node) })
        {
        case .response(let response): return response
        case .unreachable(let error): (response, cause) = (nil, error)
        case .lost(let error): (response, cause) = (Self.unknownOutcome(of: request, isOfAdministrator: door != nil), error)
        }
        nodes.log.warn("A request could not be passed on to the node that has the database", other, cause: cause)
        if response == nil { await directory.forget(other) }
        return response
    }

    private static func unknownOutcome(of request: Request, isOfAdministrator: Bool) -> Response {
        // A read can be repeated.
        let refusal = [.get, .head].contains(request.method) ? DatabaseRefusal.elsewhere : .unknownOutcome
        guard isOfAdministrator else { return refusal.response }
        let envelope = WireErrorEnvelope(code: refusal.status.code, message: refusal.message, status: "UNKNOWN")
        return (try? .json(envelope, status: refusal.status)) ?? refusal.response
    }
}
