import Foundation
import Testing

@testable import LatchkeyACME

@Suite struct ACMESessionTests {
    private static let order = #"{"status":"ready","authorizations":[],"finalize":"https://ca.example/f"}"#

    @Test func aRefusedNonceIsReplacedByTheOneOfTheResponse() async throws {
        let authority = PlayedAuthority([
            PlayedAuthority.directory, PlayedAuthority.nonce("first"), PlayedAuthority.problem("badNonce", nonce: "second"),
            PlayedAuthority.problem("badNonce"), PlayedAuthority.nonce("third"),
            PlayedAuthority.json(Self.order, headers: ["location": "https://ca.example/order/7"]),
        ])
        let (url, order) = try await authority.session().order(["auth.example.org"])
        #expect(url == "https://ca.example/order/7" && order.status == .ready)
        #expect(authority.nonces == ["first", "second", "third"])
    }

    @Test func refusedNoncesHaveALimit() async throws {
        let replies = [PlayedAuthority.directory, PlayedAuthority.nonce("n")]
        let authority = PlayedAuthority(replies + Array(repeating: PlayedAuthority.problem("badNonce", nonce: "n"), count: 100))
        let session = try authority.session()
        await #expect(throws: ACMEError.self) { try await session.order(["auth.example.org"]) }
        #expect(authority.nonces.count == ACMESession.maxNonces)
    }

    @Test func otherProblemsAreNotRepeated() async throws {
        let authority = PlayedAuthority([
            PlayedAuthority.directory, PlayedAuthority.nonce("n"),
            PlayedAuthority.problem("rateLimited", headers: ["retry-after": "Fri, 15 Jan 2027 09:00:00 GMT"]),
        ])
        let session = try authority.session()
        let error = await #expect(throws: ACMEError.self) { try await session.order(["auth.example.org"]) }
        #expect(error?.problem?.isACME("rateLimited") == true && error?.problem?.detail == "because")
        // The clock of the test is at 08:00.
        #expect(error?.retryAfterSeconds == 3_600)
        #expect(authority.nonces.count == 1)
    }

    @Test func anAddressWithoutTLSIsRefused() async throws {
        let authority = PlayedAuthority([
            PlayedAuthority.directory, PlayedAuthority.nonce("n"),
            PlayedAuthority.json(Self.order, headers: ["location": "http://ca.example/order/7"]),
        ])
        let session = try authority.session()
        await #expect(throws: ACMEError.self) { try await session.order(["auth.example.org"]) }
    }

    @Test func anExistingAccountGetsTheContactOfTheSettings() async throws {
        let location = ["location": "https://ca.example/account/9"]
        let authority = PlayedAuthority([
            PlayedAuthority.directory, PlayedAuthority.nonce("n"), PlayedAuthority.json("{}", headers: location),
            PlayedAuthority.json("{}"),
        ])
        let (account, _) = try await authority.session(account: nil).register(contact: ["mailto:operator@example.org"])
        #expect(account == "https://ca.example/account/9")
        #expect(authority.requests.map(\.url).suffix(2) == ["https://ca.example/new", "https://ca.example/account/9"])
    }

    @Test func anAuthorityThatNeedsABindingIsNamed() async throws {
        let directory =
            #"{"newNonce":"https://c/n","newAccount":"https://c/a","newOrder":"https://c/o","meta":{"externalAccountRequired":true}}"#
        let session = try PlayedAuthority([PlayedAuthority.json(directory)]).session(account: nil)
        let error = await #expect(throws: ACMEError.self) { try await session.register(contact: []) }
        #expect(error?.description.contains("EAB") == true)
    }
}
