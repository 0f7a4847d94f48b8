import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct UsersMeTests {
    let sandbox = TestSandbox()

    @Test func withoutFieldsThereAreThree() async throws {
        let reply = try await sandbox.call("/2/users/me", token: sandbox.token())
        #expect(reply.summary == #"200 {"data":{"id":"101815","name":"Ada Lovelace","username":"ada"}}"#)
    }

    @Test func fieldsAreAdded() async throws {
        let path = "/2/users/me?user.fields=confirmed_email,profile_image_url,created_at,verified"
        let data = try await sandbox.call(path, token: sandbox.token()).json["data"] as? [String: Any] ?? [:]
        #expect(data["confirmed_email"] as? String == "ada@example.org")
        #expect(data["created_at"] as? String == "2009-05-09T17:58:22.000Z")
        #expect(data["verified"] as? Bool == true)
        #expect(data["username"] as? String == "ada")
        #expect(data["description"] == nil)
    }

    @Test(arguments: ["bob", "cleo"]) func anAddressThatIsMissingOrUnconfirmedIsLeftOut(_ person: String) async throws {
        let path = "/2/users/me?user.fields=confirmed_email"
        let data = try await sandbox.call(path, token: sandbox.token(of: person)).json["data"] as? [String: Any] ?? [:]
        #expect(data["id"] != nil && data["confirmed_email"] == nil)
    }

    @Test func refusalsAreProblemDocuments() async throws {
        let token = OAuth1Token(token: "nobody", secret: "x")
        let reply = try await sandbox.call("/2/users/me", token: token)
        #expect(
            reply.summary
                == #"401 {"detail":"Unauthorized","status":401,"title":"Unauthorized","type":"about:blank"}"#)
        #expect(reply.header("content-type") == "application/problem+json; charset=utf-8")
    }

    @Test(arguments: [
        ("user.fields=shoe_size", "The `user.fields` query parameter value [shoe_size] is not one of"),
        ("fields=id", "The query parameter [fields] is not one of"),
    ])
    func unknownFieldsAreRefused(_ query: String, _ message: String) async throws {
        let reply = try await sandbox.call("/2/users/me?\(query)", token: sandbox.token())
        #expect(reply.head.status == .badRequest)
        #expect(reply.text.contains(message))
    }
}
