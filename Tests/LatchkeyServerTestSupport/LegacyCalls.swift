import Foundation
package import HTTPTypes
package import LatchkeyIdentity
import Testing

extension DatabaseServer {
    /// A server with a project that supports original clients.
    package static func answeringLegacy(_ edit: (inout ProjectSettings) -> Void = { _ in }) async throws -> DatabaseServer {
        var settings = ProjectSettings(anonymousSignIn: true, legacy: LegacySettings(routes: true))
        edit(&settings)
        return try await DatabaseServer(settings, provider: .withAda())
    }
}

extension TestServer.Caller {
    /// A request as clients of the first generation send every request.
    package func legacyGet(_ uri: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        let answer = try await send(.get, uri, headers: headers)
        #expect(answer.status == .ok, "clients of the first generation know no other: \(answer.text)")
        #expect(answer.headers[.cacheControl] == "no-store")
        return answer
    }
}

extension Answer {
    package func member(_ object: String, _ name: String) -> String? { (json[object] as? [String: Any])?[name] as? String }
    package var legacyError: String? { member("error", "code") }
}
