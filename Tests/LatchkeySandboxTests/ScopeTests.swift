import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct ScopeTests {
    @Test(arguments: [
        ("", ""), ("user:email", "user:email"), ("user user:email", "user"), ("user:email,read:user", "read:user,user:email"),
        ("repo  public_repo", "repo"), ("gist gist", "gist"),
    ])
    func list(_ text: String, _ expected: String) throws {
        #expect(try #require(GitHubScope.list(text)).commaSeparated == expected)
    }

    @Test(arguments: ["everything", "USER", "user;repo"]) func unknown(_ text: String) {
        #expect(GitHubScope.list(text) == nil)
    }
}
