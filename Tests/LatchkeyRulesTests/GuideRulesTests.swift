import LatchkeyRules
import LatchkeyTree
import Testing

/// The sign-in rules of Firebase's guides, unchanged.
@Suite struct GuideRulesTests {
    /// From Firebase's guide "Twitter Authentication" for iOS.
    static let twitter = """
        {
          "rules": {
            "users": {
              "$uid": {
                // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
                ".write": "auth !== null && auth.uid === $uid",

                // grants read access to any user who is logged in with Twitter
                ".read": "auth !== null && auth.provider === 'twitter'"
              }
            }
          }
        }
        """

    /// From Firebase's guide "GitHub Authentication".
    static let github = """
        {
          "rules": {
            "users": {
              "$uid": {
                // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
                ".write": "auth !== null && auth.uid === $uid",

                // grants read access to any user who is logged in with Github
                ".read": "auth !== null && auth.provider === 'github'"
              }
            }
          }
        }
        """

    /// The guide to Simple Login for Twitter on iOS prints no rules; it says that `auth` has id, provider and uid.
    static let simpleLogin = """
        {"rules": {"people": {"$id": {".write": "auth.id === $id && auth.uid === auth.provider + ':' + $id"}}}}
        """

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let auth: AuthValue
        let reads: Bool
        let writes: Bool
    }

    static let twitterRows: [Row] = [
        Row(testDescription: "nobody", auth: .null, reads: false, writes: false),
        Row(testDescription: "the owner", auth: .firebase2(uid: "twitter:1", provider: "twitter"), reads: true, writes: true),
        Row(
            testDescription: "somebody else from Twitter", auth: .firebase2(uid: "twitter:2", provider: "twitter"), reads: true,
            writes: false),
        Row(testDescription: "somebody from GitHub", auth: .firebase2(uid: "github:1", provider: "github"), reads: false, writes: false),
        Row(
            testDescription: "the owner by today's token", auth: .current(uid: "twitter:1", provider: "twitter.com", token: [:]),
            reads: true, writes: true),
        Row(
            testDescription: "the owner by Simple Login", auth: .simpleLogin(id: "1", provider: "twitter", uid: "twitter:1"), reads: true,
            writes: true),
    ]

    @Test(arguments: twitterRows) func twitter(_ row: Row) throws {
        let rules = try SecurityRules(Self.twitter)
        #expect(try rules.reads("users/twitter:1", auth: row.auth) == row.reads)
        #expect(try rules.writes([("users/twitter:1", "{\"name\": 1}")], auth: row.auth) == row.writes)
        #expect(try rules.writes([("users/twitter:1/name", "1")], auth: row.auth) == row.writes)
        #expect(try !rules.writes([("users", "{\"twitter:1\": 1}")], auth: row.auth))
        #expect(rules.warnings.isEmpty)
    }

    @Test func github() throws {
        let rules = try SecurityRules(Self.github)
        #expect(try rules.reads("users/github:7", auth: .firebase2(uid: "github:8", provider: "github")))
        #expect(try !rules.reads("users/github:7", auth: .firebase2(uid: "twitter:8", provider: "twitter")))
        #expect(try !rules.writes([("users/github:7", "1")], auth: .firebase2(uid: "github:8", provider: "github")))
        #expect(try rules.writes([("users/github:7", "1")], auth: .current(uid: "github:7", provider: "github.com", token: [:])))
    }

    @Test func simpleLogin() throws {
        let rules = try SecurityRules(Self.simpleLogin)
        let somebody = AuthValue.simpleLogin(id: "7", provider: "twitter", uid: "twitter:7")
        #expect(try rules.writes([("people/7", "1")], auth: somebody))
        #expect(try !rules.writes([("people/8", "1")], auth: somebody))
    }

    @Test func theTextIsKeptAndCanBeHadWithoutComments() throws {
        let rules = try SecurityRules(Self.github)
        #expect(rules.text == Self.github)
        #expect(
            rules.strictText
                == #"{"rules":{"users":{"$uid":{".write":"auth !== null && auth.uid === $uid",".read":"auth !== null && auth.provider === 'github'"}}}}"#
        )
    }

    @Test func defaultRulesLimitUsersToTheirOwnData() throws {
        let rules = SecurityRules.ownUsersOnly
        #expect(rules.warnings.isEmpty)
        #expect(try rules.reads("users/ada/mail", auth: ada))
        #expect(try rules.writes([("users/ada/mail", "1")], auth: ada))
        #expect(try !rules.reads("users/bob", auth: ada))
        #expect(try !rules.writes([("users/bob", "1")], auth: ada))
        #expect(try !rules.reads("users", auth: ada))
        #expect(try !rules.reads("", auth: ada))
        #expect(try !rules.reads("users/ada"))
        // A tenant may have an account with the same uid as one in the project.
        let namesake = AuthValue.current(uid: "ada", provider: "password", token: ["firebase": .map(["tenant": "customer"])])
        #expect(try !rules.reads("users/ada", auth: namesake))
        #expect(try !rules.writes([("users/ada", "1")], auth: namesake))
    }
}
