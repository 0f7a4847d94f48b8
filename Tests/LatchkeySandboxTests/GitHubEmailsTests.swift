import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct GitHubEmailsTests {
    let sandbox = TestSandbox()

    @Test func everyAddressIsListed() async throws {
        let reply = try await sandbox.api("/user/emails", token: sandbox.gitHubToken(of: "dora"))
        #expect(
            reply.summary == """
                200 [{"email":"dora.old@example.net","primary":false,"verified":false,"visibility":null},\
                {"email":"dora@example.com","primary":true,"verified":true,"visibility":"private"},\
                {"email":"dora@example.org","primary":false,"verified":true,"visibility":null}]
                """)
    }

    @Test(arguments: [(["user"], 200), (["user:email"], 200), (["read:user"], 404), ([], 404)] as [([String], Int)])
    func aScopeIsNeeded(_ scopes: [String], _ status: Int) async throws {
        let reply = try await sandbox.api("/user/emails", token: sandbox.gitHubToken(scopes: scopes))
        #expect(reply.head.status.code == status)
    }
}
