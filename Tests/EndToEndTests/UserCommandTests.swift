import Foundation
import ServerUnderTest
import Testing

/// `latchkey users` and `latchkey keys`, with and without a server.
@Suite(.timeLimit(.minutes(10))) struct UserCommandTests {
    private struct Page: Decodable {
        let users: [User]
        let next: String?
    }

    private struct User: Decodable {
        let uid: String
        let email: String?
        let signInMethods: [String]
        let identities: [Identity]
        let sessions: Int?

        struct Identity: Decodable {
            let provider: String
            let rawID: String
        }
    }

    private struct SigningKey: Decodable {
        let id: String
        let purpose: String
        let algorithm: String
        let state: String
    }

    @Test(arguments: Place.allCases)
    func accountsAreListedInPages(_ place: Place) async throws {
        try await place.withData { data in
            let all: Page = try await data.latchkey("users", "list", "--json").json()
            #expect(all.users.map(\.uid) == [data.ada, data.anonymous, data.twitter].sorted())
            #expect(all.next == nil)
            let first: Page = try await data.latchkey("users", "list", "--limit", "2", "--json").json()
            #expect(first.users.map(\.uid) == all.users.prefix(2).map(\.uid))
            let next = try #require(first.next)
            let second: Page = try await data.latchkey("users", "list", "--limit", "2", "--after", next, "--json").json()
            #expect(second.users.map(\.uid) == all.users.dropFirst(2).map(\.uid))
            #expect(second.next == nil)
            let text = try await data.latchkey("users", "list", "--limit", "2").printed()
            #expect(text.contains("For the next page, use --after \(next)"))
            #expect(try await data.latchkey("users", "list", "--after", "zzzzzzzz").printed() == "There are no more accounts.\n")
            #expect(try await data.latchkey("users", "list", "--limit", "1001").refusal().contains("1000"))
            #expect(try await data.latchkey("users", "list", "--project", "nobody").refusal().contains("no project"))
        }
    }

    /// The parameters contain a key, and users without them cannot sign in: neither file may overwrite the other.
    @Test func usersAndTheirHashParametersAreTwoFiles() async throws {
        try await Place.folder.withData { data in
            let file = try data.folder.file("users.json", "what was there")
            let folder = String(file.dropLast("users.json".count))
            for other in [file, folder + "./users.json", file + ".part"] {
                let told = try await data.latchkey("users", "export", file, "--hash-config", other).refusal()
                #expect(told.contains("cannot be written to the same file"), "\(other)")
            }
            #expect(try await data.latchkey("users", "export", "-", "--hash-config", "-").refusal().contains("to the same file"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "what was there")
            _ = try await data.latchkey("users", "export", file, "--hash-config", folder + "hashes.json").printed()
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains(AdministeredData.adaEmail))
            #expect(try String(contentsOfFile: folder + "hashes.json", encoding: .utf8).contains("hash_config"))
        }
    }

    @Test(arguments: Place.allCases)
    func anAccountIsFoundByUidAndByAddress(_ place: Place) async throws {
        try await place.withData { data in
            for who in [data.ada, AdministeredData.adaEmail, AdministeredData.adaEmail.uppercased()] {
                let user: User = try await data.latchkey("users", "get", who, "--json").json()
                #expect(user.uid == data.ada && user.email == AdministeredData.adaEmail && user.sessions == 1)
                #expect(user.signInMethods == ["password"])
            }
            let twitter: User = try await data.latchkey("users", "get", data.twitter, "--json").json()
            #expect(twitter.identities.map(\.provider) == ["twitter.com"])
            let text = try await data.latchkey("users", "get", data.twitter).printed()
            let rawID = try #require(twitter.identities.first?.rawID)
            #expect(text.contains("\(rawID) at \(data.report.sandbox?.twitter ?? "-")"))
            for who in ["nobody@example.org", "nobody"] {
                #expect(try await data.latchkey("users", "get", who).refusal().contains("no account"))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func aNameCannotSteerTheTerminal(_ place: Place) async throws {
        try await place.withData { data in
            for command in [["list"], ["get", data.ada]] {
                let text = try await LatchkeyProcess.run(["users"] + command + ["--data", data.folder.data]).printed()
                #expect(text.contains(#"Ada\u{1b}[2J\u{202e}"#))
                #expect(!text.unicodeScalars.contains("\u{1b}") && !text.unicodeScalars.contains("\u{202e}"))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func aDeletedAccountIsGone(_ place: Place) async throws {
        try await place.withData { data in
            let text = try await data.latchkey("users", "delete", "--yes", AdministeredData.adaEmail).printed()
            #expect(text == "Deleted \(data.ada) (\(AdministeredData.adaEmail)).\n")
            #expect(try await data.latchkey("users", "delete", "--yes", data.ada).refusal().contains("no account"))
            let left: Page = try await data.latchkey("users", "list", "--json").json()
            #expect(left.users.map(\.uid) == [data.anonymous, data.twitter].sorted())
            if let server = data.server {
                let reply = try await server.call(
                    "signInWithPassword", ["email": AdministeredData.adaEmail, "password": AdministeredData.adaPassword])
                #expect(reply.status == 400)
            }
        }
    }

    @Test(arguments: Place.allCases)
    func keysRotateWithOverlap(_ place: Place) async throws {
        try await place.withData { data in
            let before: [SigningKey] = try await data.latchkey("keys", "list", "--json").json()
            #expect(before.map(\.purpose) == ["id-token", "session-cookie"])
            #expect(before.allSatisfy { $0.state == "signs" && $0.algorithm == "RS256" })
            let after: [SigningKey] = try await data.latchkey("keys", "rotate", "--algorithm", "ES256", "--json").json()
            #expect(after.map(\.state) == ["signs", "signs", "published", "published"])
            #expect(after.map(\.algorithm) == ["ES256", "ES256", "RS256", "RS256"])
            #expect(after.suffix(2).map(\.id) == before.map(\.id))
            let again: [SigningKey] = try await data.latchkey("keys", "rotate", "--purpose", "id-token", "--json").json()
            #expect(again.count == 5 && again.first?.algorithm == "ES256", "unless told otherwise the algorithm stays")
            #expect(again.filter { $0.state == "signs" }.map(\.id) == [again[0].id, after[1].id])
            #expect(try await data.latchkey("keys", "rotate", "--purpose", "cookie").refusal().contains("id-token or session-cookie"))
            let table = try await data.latchkey("keys", "list").printed()
            #expect(table.contains("published until 20"))
            #expect(try await data.latchkey("keys", "rotate", "--algorithm", "none").refusal().contains("RS256 or ES256"))
            if let server = data.server {
                let published = try await Web.get(server.url + "/.well-known/jwks.json").text
                for key in again {
                    #expect(published.contains(key.id) == (key.purpose == "id-token"), "the server publishes the new and the old")
                }
                let token = try #require(try await server.call("signUp", ["returnSecureToken": true])["idToken"])
                #expect(try TokenHeader(token).kid == again.first?.id, "and signs with the new at once")
            }
        }
    }
}
