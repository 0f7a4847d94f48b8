import Foundation
package import HTTPTypes
package import LatchkeyIdentity
import Testing

extension DatabaseServer {
    /// A server with a project that supports original clients.
    package static func servingLegacy(_ edit: (inout ProjectSettings) -> Void = { _ in }) async throws -> DatabaseServer {
        var settings = ProjectSettings(anonymousSignIn: true, legacy: LegacySettings(routes: true))
        edit(&settings)
        return try await DatabaseServer(settings, provider: .withAda())
    }
}

extension TestServer.Caller {
    /// A request as clients of the first generation send every request.
    package func legacyGet(_ uri: String, _ headers: HTTPFields = [:]) async throws -> Reply {
        let reply = try await send(.get, uri, headers: headers)
        #expect(reply.status == .ok, "clients of the first generation know no other: \(reply.text)")
        #expect(reply.headers[.cacheControl] == "no-store")
        return reply
    }
}

extension Reply {
    package func member(_ object: String, _ name: String) -> String? { (json[object] as? [String: Any])?[name] as? String }
    package var legacyError: String? { member("error", "code") }
}
