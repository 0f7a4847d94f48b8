import Hummingbird
import LatchkeyIdentity
import LatchkeyTree
import LatchkeyWeb

/// All requests of a session have to reach the node that has the database.
extension LongPolling {
    /// Returns the response of another node; `nil` if this node has the session, or can begin it.
    func responseOfAnotherNode(to request: Request, _ context: ServerContext) async -> Response? {
        guard parts.passage != nil else { return nil }
        let query = request.uri.queryParameters
        if let id = query["id"], parts.clients.poll(String(id)) != nil { return nil }
        let host = DatabaseHost.name(for: request, context, parts.accounts.trustedProxies)
        do {
            _ = try await resolver.database(query["ns"].map(String.init), host: host)
            return nil
        } catch let other as DatabaseOfAnotherNode {
            return await parts.response(of: other, to: request, context)
        } catch is StoreTrouble {
            // The session may be at another node, and would seem to have ended.
            return DatabaseRefusal.noStore.response
        } catch {
            return nil
        }
    }
}
