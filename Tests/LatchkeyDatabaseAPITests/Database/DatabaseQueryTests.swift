import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyServerTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyDatabaseAPI

/// Query strings as different clients encode them.
@Suite struct DatabaseQueryTests {
    @Test(arguments: [
        // urlencode of Python, URLSearchParams of JavaScript, url.Values of Go, http_build_query of PHP.
        ("equalTo=%22Ada+Lovelace%22", "\"Ada Lovelace\""), ("equalTo=%22Ada%20Lovelace%22", "\"Ada Lovelace\""),
        // An encoded plus sign stays one.
        ("equalTo=%22a%2Bb%22", "\"a+b\""), ("equalTo=%22%2B49+30%22", "\"+49 30\""),
        // The Admin SDK for Python does not encode plus signs.
        ("equalTo=%22+4930%22", "\"+4930\""), ("equalTo=\"+4930\"", "\"+4930\""), ("equalTo=%2", "%2"), ("equalTo", ""),
        // Escapes of any case, other escapes than of UTF-8, and text that needs none.
        ("equalTo=%C3%a4", "ä"), ("equalTo=%ff+%C3", "%ff %C3"), ("equalTo=%zz", "%zz"), ("equalTo=a%", "a%"), ("&&=x&equalTo=a=b", "a=b"),
        ("equalTo=eyJ.x-_", "eyJ.x-_"), ("%65qualTo=1", "1"), ("equalTo=1&equalTo=2", "2"),
    ])
    func plusIsASpaceExceptAtTheStart(_ query: String, _ value: String) {
        #expect(DatabaseQueryText.parameters(of: query) == ["equalTo": value])
    }

    @Test func aBlankInAnOverrideIsTaken() async throws {
        let server = try await DatabaseServer()
        try await server.run { port in
            let reply = try await port.send(
                .get, "/x.json?auth=\(server.secretText)&auth_variable_override=%7B%22uid%22%3A+%22ada%22%7D")
            #expect(reply.status != .badRequest, "\(reply.text)")
        }
    }

    /// `get_if_changed` of the Admin SDK for Python sends only If-None-Match, and reads the ETag of changed data.
    @Test func aConditionalReadHasATag() async throws {
        let server = try await DatabaseServer()
        try await server.run { port in
            let place = "/x.json?auth=\(server.secretText)"
            #expect(try await port.send(.put, place, "1").status == .ok)
            let changed = try await port.send(.get, place, headers: [.ifNoneMatch: "another"])
            let tag = try #require(changed.headers[.eTag])
            #expect(changed.status == .ok && changed.text == "1")
            let unchanged = try await port.send(.get, place, headers: [.ifNoneMatch: tag])
            // RFC 9110, section 15.4.5: a 304 has the ETag that a 200 would have.
            #expect(unchanged.status == .notModified && unchanged.headers[.eTag] == tag)
        }
    }

    /// Firebase's JavaScript SDK sends the first label of the host as `ns` if the `databaseURL` has none.
    @Test(arguments: [
        (nil, "127.0.0.1:9000", true), ("127", "127.0.0.1:9000", true), ("db", "db.example.com", true), ("DB", "db.example.com", true),
        ("missing", "127.0.0.1:9000", false), ("missing", "db.example.com", false),
    ])
    func unknownNamespaceIsNotFound(_ namespace: String?, _ host: String, _ isFound: Bool) async throws {
        let resolver = DatabaseResolver(try await DatabaseServer().parts)
        if isFound {
            _ = try await resolver.database(namespace, host: host)
        } else {
            await #expect(throws: DatabaseRefusal.self) { _ = try await resolver.database(namespace, host: host) }
        }
    }

    @Test(arguments: ["shop:9000", "shop", "shop.db.example.org"])
    func hostNameSelectsTheDatabase(_ host: String) async throws {
        let parts = try await DatabaseServer().parts
        let id = DatabaseID(project: ProjectID.standard.rawValue, name: "shop")
        _ = try await parts.directory.database(id, making: #"{"rules":{}}"#)
        #expect(try await DatabaseResolver(parts).database("shop", host: host).id == id)
    }
}
