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

    @Test(arguments: [NodeDoor.commands, .links]) func proofOfWhatAnotherNodeAdmittedIsValidOnceAtOneNode(_ door: NodeDoor) {
        let (front, back) = (seal(), seal(200))
        let proof = front.proof(for: door, at: "b", .post, target, fields())
        #expect(back.door(proof, at: "c", .post, target, fields()) == nil, "another node")
        #expect(back.door(proof, at: "b", .post, target, fields()) == door)
        #expect(back.door(proof, at: "b", .post, target, fields()) == nil, "used")
        let second = front.proof(for: door, at: "b", .post, target, fields())
        #expect(back.door(second, at: "b", .post, target, fields()) == door)
    }

    /// These requests contain a session or a token, which the node checks, so that nothing has to be remembered.
    @Test(arguments: [NodeDoor.console, .calls]) func otherProofsCanBeRepeated(_ door: NodeDoor) {
        let back = seal(200)
        let proof = seal().proof(for: door, at: "b", .post, target, fields())
        for _ in 0..<2 { #expect(back.door(proof, at: "b", .post, target, fields()) == door) }
    }

    @Test func proofOfSomethingElseIsRefused() throws {
        let proof = seal().proof(for: .console, at: "b", .get, target, fields())
        let back = seal()
        #expect(back.door(proof, at: "b", .delete, target, fields()) == nil)
        #expect(back.door(proof, at: "b", .get, target + "/b", fields()) == nil)
        #expect(back.door(proof, at: "b", .get, target, fields("a=2")) == nil)
        #expect(back.door(proof.replacing("console", with: "commands"), at: "b", .get, target, fields()) == nil)
        var spoofed = fields()
        spoofed[try #require(HTTPField.Name("x-forwarded-for"))] = "203.0.113.9"
        #expect(back.door(proof, at: "b", .get, target, spoofed) == nil)
        #expect(seal(key: SymmetricKey(size: .bits256)).door(proof, at: "b", .get, target, fields()) == nil)
        // None of these has used it up.
        #expect(back.door(proof, at: "b", .get, target, fields()) == .console)
    }

    @Test(arguments: [-301.0, 301]) func proofOfAnotherTimeIsRefused(_ seconds: Double) {
        let proof = seal().proof(for: .commands, at: "b", .get, target, fields())
        #expect(seal(seconds).door(proof, at: "b", .get, target, fields()) == nil)
    }

    @Test(arguments: ["", " ", "console", "console 1795980000 r", "console x r c", "console 1795980000 r c d", "other 1795980000 r c"])
    func textThatIsNoProofIsRefused(_ text: String) {
        #expect(seal().door(text, at: "b", .get, target, fields()) == nil)
    }

    @Test(arguments: [
        ("/console/projects/p/data", false, NodeDoor.console as NodeDoor?), ("/console/projects/p/data/export", false, .console),
        ("/console/projects/p/rules/history", false, .console), ("/v1/projects/p/decisions/d", false, .calls),
        ("/identitytoolkit.googleapis.com/v1/projects/p/decisions", false, .calls), ("/v1/projects/p/decisions", true, .commands),
        ("/v2/projects/p/databases/d/settings", true, .commands), ("/v2/projects/p/databases", true, nil),
        ("/v2/projects/p/databases/d/settings", false, nil), ("/console/projects/p/data", true, nil),
        ("/console/projects/p/users", false, nil), ("/", false, nil), ("", false, nil), ("/v1/accounts:signUp", false, nil),
        // Not a path, and not passed on.
        ("*@evil.example/console/projects/p/data", false, nil),
    ])
    func onlyRequestsForDatabasesArePassedOn(_ path: String, _ isCommand: Bool, _ door: NodeDoor?) {
        let target = NodeDoor.target(of: path, isCommand: isCommand)
        #expect(target?.door == door && target?.project == door.map { _ in "p" })
    }
}
