import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyServerTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyServer

/// The errors that clients get at the size limits of a database, and how administrators set the limits.
@Suite(.timeLimit(.minutes(10))) struct DatabaseSizeTests {
    private static let text = "\"" + String(repeating: "x", count: 9_000_000) + "\""

    /// `accounts:signUp {}`, then writes of 9 MB: possible for any client with only an API key.
    @Test func defaultsLimitAnonymousUsers() async throws {
        let server = try await DatabaseServer()
        let refused = try await server.server.run { try await $0.call("accounts:signUp", [:]) }
        #expect(refused.error == "ADMIN_ONLY_OPERATION")
        try await server.server.change { $0.anonymousSignIn = true }
        let stranger = try await server.server.run { try await $0.call("accounts:signUp", [:]) }
        let (uid, token) = (try #require(stranger["localId"]), try #require(stranger["idToken"]))
        let replies = try await server.run { (port: DatabaseServer.Port) async throws in
            var replies: [Reply] = []
            for number in 0..<4 {
                replies.append(try await port.send(.put, "/users/\(uid)/n\(number).json?print=silent&auth=\(token)", Self.text))
            }
            replies.append(try await port.send(.delete, "/users/\(uid)/n0.json?auth=\(token)"))
            return replies
        }
        #expect(replies.map(\.status.code) == [204, 402, 402, 402, 200])
        #expect(replies[1].text.contains("/users/\(uid) would exceed the size limit of 10 MB for /users/$uid (pathSizeLimits)"))
    }

    @Test func theAuditLogNamesTheClientOfASettingsChange() async throws {
        let server = try await DatabaseServer()
        let uri = "/.settings/sizeLimit.json?auth=\(server.secretText)"
        try await Application(responder: DatabaseResponder(server.parts)).test(.live) { (client: any TestClientProtocol) async throws in
            #expect(try await DatabaseServer.Port(client: client).send(.put, uri, "2097152").status == .ok)
        }
        let event = try await server.server.store.read { try $0.events(of: .standard, subject: nil, limit: 1) }.first
        #expect(event?.reason == "settings of database default")
        #expect(event?.address == "127.0.0.1")
    }

    @Test func administratorsSeeTheSizeLimit() async throws {
        let server = try await DatabaseServer()
        let auth = "auth=\(server.secretText)"
        try await server.run { (port: DatabaseServer.Port) async throws in
            #expect(try await port.send(.get, "/.settings/sizeLimit.json?\(auth)").text == "1073741824")
            #expect(try await port.send(.put, "/.settings/sizeLimit.json?\(auth)", "2097152").status == .ok)
            let refused = try await port.send(.put, "/a.json?\(auth)", Self.text)
            #expect(refused.status.code == 402)
            #expect(refused.text.contains("limit of 2 MB (sizeLimit)") && refused.text.contains("latchkey database settings --size-limit"))
            let whole = try await port.send(.patch, "/.json?\(auth)", #"{"a":1,"b":\#(Self.text)}"#)
            #expect(whole.status.code == 402)
            #expect(try await port.send(.get, "/.json?\(auth)").text == "null", "nothing of it was written")
            #expect(try await port.send(.put, "/.settings/sizeLimit.json?\(auth)", "0").status == .ok)
            #expect(try await port.send(.put, "/a.json?print=silent&\(auth)", Self.text).status == .noContent)
        }
    }

    @Test func limitsForPathsAreSetAndGivenBack() async throws {
        let server = try await DatabaseServer()
        let uri = "/.settings/pathSizeLimits.json?auth=\(server.secretText)"
        try await server.run { (port: DatabaseServer.Port) async throws in
            #expect(try await port.send(.get, uri).text == "null")
            for text in [#"{"/rooms/$r":2048,"/users/$uid":4096}"#, "{}", "null"] {
                #expect(try await port.send(.put, uri, text).status == .ok)
                #expect(try await port.send(.get, uri).text == text)
            }
        }
    }

    @Test(arguments: [
        ("sizeLimit", #""1GB""#, "number of bytes"), ("sizeLimit", "-1", "number of bytes"), ("sizeLimit", "5", "number of bytes"),
        ("sizeLimit", "1e300", "number of bytes"), ("sizeLimit", "null", "number of bytes"), ("pathSizeLimits", "5", "{} for no limits"),
        ("pathSizeLimits", #"{"/users/$uid":"10MB"}"#, "at least 1024"), ("pathSizeLimits", #"{"/a.b":4096}"#, "/users/$uid"),
        ("pathSizeLimits", #"{"/":4096}"#, "a path such as"),
    ])
    func aWrongLimitIsRefused(_ setting: String, _ body: String, _ says: String) async throws {
        let server = try await DatabaseServer()
        let reply = try await server.run { [secret = server.secretText] in
            try await $0.send(.put, "/.settings/\(setting).json?auth=\(secret)", body)
        }
        #expect(reply.status == .badRequest && reply.text.contains(says), "\(reply.text)")
    }

    @Test func onlyAdministratorsSeeThem() async throws {
        let server = try await DatabaseServer()
        let reply = try await server.run { try await $0.send(.get, "/.settings/sizeLimit.json") }
        #expect(reply.status == .unauthorized)
    }
}
