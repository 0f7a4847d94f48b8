import Foundation
import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// Calls an emulator as clients, administrators and test programs do.
struct EmulatorCaller: Sendable {
    let caller: TestServer.Caller
    static let project = "demo-latchkey"

    static func run(_ body: @escaping @Sendable (EmulatorCaller) async throws -> Void) async throws {
        try await TestServer().run(.emulator) { try await body(EmulatorCaller(caller: $0)) }
    }

    /// A client call with an API key that does not exist.
    func call(_ name: String, _ body: [String: any Sendable] = [:], version: String = "v1") async throws -> Reply {
        try await send(.post, "/\(version)/\(name)?key=any", body)
    }

    /// A call with `Bearer owner`.
    func owner(_ path: String, _ body: [String: any Sendable]? = [:], _ method: HTTPRequest.Method = .post) async throws -> Reply {
        try await send(method, "/" + path, body, token: "owner")
    }

    /// A call with `Bearer owner` below the project's path.
    func inProject(
        _ path: String, _ body: [String: any Sendable]? = [:], _ method: HTTPRequest.Method = .post, version: String = "v1"
    ) async throws -> Reply {
        try await owner("\(version)/projects/\(Self.project)/\(path)", body, method)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [String: any Sendable]?, token: String? = nil
    ) async throws -> Reply {
        try await caller.administer(method, "/identitytoolkit.googleapis.com" + path, body, token: token)
    }

    /// The entries of a list in `/emulator/v1`.
    func listed(_ name: String, tenant: String = "") async throws -> [[String: Any]] {
        let path = "/emulator/v1/projects/\(Self.project)" + (tenant.isEmpty ? "" : "/tenants/\(tenant)") + "/" + name
        return try await caller.send(.get, path).json[name] as? [[String: Any]] ?? []
    }

    /// The most recently sent code of a type.
    func code(_ type: String) async throws -> String? {
        try await listed("oobCodes").last { $0["requestType"] as? String == type }?["oobCode"] as? String
    }

    func refresh(_ token: String) async throws -> Reply {
        try await caller.send(
            .post, "/securetoken.googleapis.com/v1/token?key=any", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "grant_type=refresh_token&refresh_token=\(token)")
    }

    /// A new account's uid and tokens.
    func signUp(_ email: String? = "ada@example.org", _ more: [String: any Sendable] = [:]) async throws -> Reply {
        var body: [String: any Sendable] = ["returnSecureToken": true]
        if let email { body.merge(["email": email, "password": "first password"]) { _, new in new } }
        return try await call("accounts:signUp", body.merging(more) { _, new in new })
    }

    func signIn(_ provider: String, _ claims: String, _ more: [String: any Sendable] = [:]) async throws -> Reply {
        let token = claims.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let body: [String: any Sendable] = ["requestUri": "http://localhost", "postBody": "providerId=\(provider)&id_token=\(token)"]
        return try await call("accounts:signInWithIdp", body.merging(more) { _, new in new })
    }

    /// The account with the uid of a response, as administrators see it.
    func account(_ reply: Reply, tenant: String? = nil) async throws -> [String: Any] {
        var body: [String: any Sendable] = ["localId": [reply["localId"] ?? ""]]
        if let tenant { body["tenantId"] = tenant }
        return try #require((try await owner("v1/accounts:lookup", body).json["users"] as? [[String: Any]])?.first)
    }
}

extension Reply {
    /// The whole message of an error, including the text after the code.
    var message: String? { (json["error"] as? [String: Any])?["message"] as? String }

    /// The `firebase` claim of its ID token.
    var firebase: [String: Any] { claims["firebase"] as? [String: Any] ?? [:] }

    var claims: [String: Any] {
        let parts = (self["idToken"] ?? self["id_token"] ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return [:] }
        var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        return (try? JSONSerialization.jsonObject(with: Data(base64Encoded: text) ?? Data())) as? [String: Any] ?? [:]
    }
}
