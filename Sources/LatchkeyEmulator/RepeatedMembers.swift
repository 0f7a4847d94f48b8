package import Hummingbird
package import LatchkeyWeb
import LatchkeyWire

/// Accepts bodies in which a member appears twice, as the Firebase Auth Emulator does. It parses them with JavaScript's `JSON.parse`,
/// which uses the last one. A real server rejects them.
package struct RepeatedMembers: RouterMiddleware {
    package init() {}

    package typealias Context = ServerContext

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        try await WireDecoder.$repeatedMembers.withValue(.lastCounts) { try await next(request, context) }
    }
}
