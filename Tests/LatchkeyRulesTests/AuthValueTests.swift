import Foundation
import LatchkeyRules
import Testing

@Suite struct AuthValueTests {
    @Test func todaysTokenHasUidProviderAndClaims() {
        let auth = AuthValue.current(
            uid: "u1", provider: "github.com", token: ["email_verified": true, "firebase": ["identities": ["github.com": ["7"]]]])
        #expect(
            auth == [
                "uid": "u1", "provider": "github", "token": ["email_verified": true, "firebase": ["identities": ["github.com": ["7"]]]],
            ])
        #expect(auth["token"]["firebase"]["identities"]["github.com"]["0"] == "7")
        #expect(AuthValue.current(uid: "u", provider: "password", token: [:])["provider"] == "password")
        #expect(AuthValue.current(uid: "u", provider: "oidc.example", token: [:])["provider"] == "oidc.example")
    }

    /// A user with the same number at another provider must not pass for this user.
    @Test(
        arguments: [
            ("twitter:12", "twitter.com", "12"), ("github:12", "github.com", "12"), ("simplelogin:12", "password", "12"),
            ("anonymous:x:y", "anonymous", "x:y"), ("simplelogin:12", "twitter.com", nil), ("github:12", "password", nil),
            ("github:12", "twitter.com", nil), ("twitter:12", "custom", nil), ("12", "twitter.com", nil), ("password:12", "password", nil),
        ] as [(String, String, String?)])
    func idIsThatOfTheProvider(uid: String, provider: String, id: String?) {
        #expect(AuthValue.current(uid: uid, provider: provider, token: [:])["id"] == (id.map { .string($0) } ?? .null))
    }

    @Test func olderShapesHaveNoToken() {
        #expect(AuthValue.firebase2(uid: "twitter:1", provider: "twitter") == ["uid": "twitter:1", "provider": "twitter"])
        #expect(
            AuthValue.simpleLogin(id: "1", provider: "twitter", uid: "twitter:1") == ["id": "1", "provider": "twitter", "uid": "twitter:1"])
        #expect(AuthValue.simpleLogin(id: "1", provider: "password", uid: "simplelogin:1", email: "a@b.c")["email"] == "a@b.c")
    }

    @Test func isJSON() throws {
        let text = #"{"uid":"x","admin":true,"level":1.5,"list":[null,1,"a",{"b":false}],"none":null}"#
        let auth = try JSONDecoder().decode(AuthValue.self, from: Data(text.utf8))
        #expect(auth == ["uid": "x", "admin": true, "level": 1.5, "list": [nil, 1, "a", ["b": false]], "none": nil])
        #expect(try JSONDecoder().decode(AuthValue.self, from: JSONEncoder().encode(auth)) == auth)
        #expect(try JSONDecoder().decode(AuthValue.self, from: Data("null".utf8)) == .null)
    }

    @Test func membersAreFoundAmongFewAndMany() {
        for count in [0, 1, 7, 8, 9, 100] {
            let auth = AuthValue.map(Dictionary(uniqueKeysWithValues: (0..<count).map { ("member\($0)", AuthValue.number(Double($0))) }))
            for index in 0..<count { #expect(auth["member\(index)"] == .number(Double(index))) }
            #expect(auth["member\(count)"] == .null)
            #expect(auth[""] == .null)
        }
    }

    @Test func namesThatLookAlikeAreDifferent() {
        let auth: AuthValue = ["\u{e4}": 1, "a\u{308}": 2]
        #expect(auth["\u{e4}"] == 1)
        #expect(auth["a\u{308}"] == 2)
    }
}
