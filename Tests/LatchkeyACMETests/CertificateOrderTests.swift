import Synchronization
import Testing

@testable import LatchkeyACME

@Suite struct CertificateOrderTests {
    /// Remembers what was shown and hidden.
    private final class Responder: ChallengeResponder {
        private let acts = Mutex<[String]>([])
        var all: [String] { acts.withLock { $0 } }
        func show(_ proof: ChallengeProof) throws { acts.withLock { $0.append("show \(proof.name) \(proof.token)") } }
        func hide(_ proof: ChallengeProof) { acts.withLock { $0.append("hide \(proof.name) \(proof.token)") } }
    }

    private static let place = ["location": "https://ca.example/order/7"]
    private static let open = #"{"status":"pending","authorizations":["https://ca.example/z"],"finalize":"https://ca.example/f"}"#

    private static func authorization(_ status: String, challenge: String = "http-01", name: String = "auth.example.org") -> String {
        let problem = #","error":{"type":"urn:ietf:params:acme:error:dns","detail":"no such name"}"#
        return #"{"identifier":{"type":"dns","value":"\#(name)"},"status":"\#(status)","challenges":[{"type":"\#(challenge)","#
            + #""url":"https://ca.example/c","token":"token","status":"\#(status)"\#(status == "invalid" ? problem : "")}]}"#
    }

    private static func order(_ replies: [ACMEReply], _ responder: Responder, waits: Waits = Waits()) throws -> CertificateOrder {
        let start = [PlayedAuthority.directory, PlayedAuthority.nonce("n"), PlayedAuthority.json(open, headers: place)]
        return CertificateOrder(
            session: try PlayedAuthority(start + replies).session(), kind: .http01, responder: responder, sleep: { waits.add($0) })
    }

    private final class Waits: Sendable {
        private let seconds = Mutex<[Double]>([])
        var all: [Double] { seconds.withLock { $0 } }
        func add(_ wait: Double) { seconds.withLock { $0.append(wait) } }
    }

    @Test func aFailedProofIsReportedWithItsNameAndHidden() async throws {
        let (responder, waits) = (Responder(), Waits())
        let order = try Self.order(
            [
                PlayedAuthority.json(Self.authorization("pending")), PlayedAuthority.json("{}"),
                PlayedAuthority.json(Self.authorization("pending"), headers: ["retry-after": "7"]),
                PlayedAuthority.json(Self.authorization("pending"), headers: ["retry-after": "86400"]),
                PlayedAuthority.json(Self.authorization("invalid")),
            ], responder, waits: waits)
        let error = await #expect(throws: ACMEError.self) { try await order.certificate(for: ["auth.example.org"]) }
        #expect(error?.description.contains("could not verify auth.example.org: no such name") == true)
        #expect(responder.all == ["show auth.example.org token", "hide auth.example.org token"])
        // The times of the authority, within limits.
        #expect(waits.all == [7, 60])
    }

    @Test(arguments: [authorization("pending", challenge: "dns-01"), authorization("pending", name: "other.example.org")])
    func nothingIsShownForAnythingElse(_ authorization: String) async throws {
        let responder = Responder()
        let order = try Self.order([PlayedAuthority.json(authorization)], responder)
        await #expect(throws: ACMEError.self) { try await order.certificate(for: ["auth.example.org"]) }
        #expect(responder.all.isEmpty)
    }
}
