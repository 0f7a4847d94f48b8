import Crypto
import Foundation
import HTTPTypes
import LatchkeyIdentity
import Testing

@testable import LatchkeyNodes

/// The proofs of requests that nodes pass on for administrators.
struct NodeSealTests {
    private let key = SymmetricKey(data: Array(repeating: 7, count: 32))
    private let target = "/console/projects/p/data?path=/a"

    private func fields(_ cookie: String = "a=1") -> HTTPFields { [.cookie: cookie, .authorization: "Bearer t"] }

    private func seal(_ seconds: Double = 0, key: SymmetricKey? = nil) -> NodeSeal {
        NodeSeal(key ?? self.key, now: { Date(timeIntervalSince1970: 1_795_980_000 + seconds) })
    }

    @Test func proofIsValidOnceAtAnotherNode() {
        let (front, back) = (seal(), seal(200))
        let proof = front.proof(for: .console, .post, target, fields())
        #expect(back.door(proof, .post, target, fields()) == .console)
        #expect(back.door(proof, .post, target, fields()) == nil, "used")
        #expect(back.door(front.proof(for: .console, .post, target, fields()), .post, target, fields()) == .console)
    }

    @Test func proofOfSomethingElseIsRefused() throws {
        let proof = seal().proof(for: .console, .get, target, fields())
        let back = seal()
        #expect(back.door(proof, .delete, target, fields()) == nil)
        #expect(back.door(proof, .get, target + "/b", fields()) == nil)
        #expect(back.door(proof, .get, target, fields("a=2")) == nil)
        #expect(back.door(proof.replacing("console", with: "commands"), .get, target, fields()) == nil)
        var spoofed = fields()
        spoofed[try #require(HTTPField.Name("x-forwarded-for"))] = "203.0.113.9"
        #expect(back.door(proof, .get, target, spoofed) == nil)
        #expect(seal(key: SymmetricKey(size: .bits256)).door(proof, .get, target, fields()) == nil)
        // None of these has used it up.
        #expect(back.door(proof, .get, target, fields()) == .console)
    }

    @Test(arguments: [-301.0, 301]) func proofOfAnotherTimeIsRefused(_ seconds: Double) {
        let proof = seal().proof(for: .commands, .get, target, fields())
        #expect(seal(seconds).door(proof, .get, target, fields()) == nil)
    }

    @Test(arguments: ["", " ", "console", "console 1795980000 r", "console x r c", "console 1795980000 r c d", "other 1795980000 r c"])
    func textThatIsNoProofIsRefused(_ text: String) {
        #expect(seal().door(text, .get, target, fields()) == nil)
    }

    @Test(arguments: [
        (NodeDoor.accounts, "/console/projects/p/data", "p" as String?), (.console, "/console/projects/p/data/export", "p"),
        (.console, "/console/projects/p/rules/history", "p"), (.accounts, "/v1/projects/p/decisions/d", "p"),
        (.commands, "/v2/projects/p/databases/d/settings", "p"), (.commands, "/v1/projects/p/decisions", "p"),
        (.commands, "/v2/projects/p/databases", nil), (.commands, "/console/projects/p/data", nil),
        (.accounts, "/v2/projects/p/databases/d/settings", nil), (.console, "/console/projects/p/users", nil), (.accounts, "/", nil),
        (.accounts, "/v1/accounts:signUp", nil), (.console, "/v1/projects/p/decisions", nil),
    ])
    func onlyRequestsForDatabasesArePassedOn(_ door: NodeDoor, _ path: String, _ project: String?) {
        #expect(door.project(at: path) == project)
    }
}
