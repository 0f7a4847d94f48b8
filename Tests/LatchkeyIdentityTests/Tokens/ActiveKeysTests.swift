import Crypto
import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// The choice of the key that signs, after keys were replaced. Times are seconds after the first ring.
@Suite struct ActiveKeysTests {
    private let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
    private let start = ContinuousClock.now

    /// - Parameters:
    ///   - number: The number of the key, in the order of creation.
    ///   - isRetired: Whether it signs no more, but is still published.
    private func key(_ number: Int, isRetired: Bool = false) throws -> SigningKey {
        var key = try KeyRing.makeKey(
            .es256, sealer: sealer, at: ManualClock.start.addingTimeInterval(Double(number)),
            random: RandomTokens { [UInt8](repeating: UInt8(number), count: $0) })
        if isRetired { key.publishedUntil = ManualClock.start.addingTimeInterval(3600) }
        return key
    }

    private func ring(_ keys: SigningKey...) async throws -> KeyRing { try await KeyRing(keys, sealer: sealer, at: ManualClock.start) }

    private func signer(_ keys: ActiveKeys, after seconds: Double) throws -> String {
        try keys.signer(of: .idToken, at: start + .seconds(seconds)).id
    }

    @Test func newKeySignsAfterItWasPublished() async throws {
        let (first, second) = (try key(1), try key(2))
        var keys = ActiveKeys(try await ring(first), publication: .seconds(5))
        keys.replace(with: try await ring(key(1, isRetired: true), second), at: start)
        #expect(keys.ring[.idToken].publishes(second.id))
        #expect(try signer(keys, after: 4.9) == first.id)
        #expect(try signer(keys, after: 5) == second.id)
        // A ring with other changes delays it no further.
        keys.replace(with: try await ring(key(0, isRetired: true), key(1, isRetired: true), second), at: start + .seconds(4))
        #expect(try signer(keys, after: 4.9) == first.id)
        #expect(try signer(keys, after: 5) == second.id)
        // The next one begins its own time.
        keys.replace(with: try await ring(key(1, isRetired: true), key(2, isRetired: true), key(3)), at: start + .seconds(4.5))
        #expect(try signer(keys, after: 9.4) == first.id)
        #expect(try signer(keys, after: 9.5) == key(3).id)
    }

    @Test func revokedKeySignsNoMore() async throws {
        let second = try key(2)
        var keys = ActiveKeys(try await ring(key(1)), publication: .seconds(5))
        keys.replace(with: try await ring(second), at: start)
        #expect(try signer(keys, after: 0) == second.id)
        // Also if another one signs in its place.
        keys.replace(with: try await ring(key(2, isRetired: true), key(3)), at: start + .seconds(1))
        #expect(try signer(keys, after: 1) == second.id)
        keys.replace(with: try await ring(key(3)), at: start + .seconds(2))
        #expect(try signer(keys, after: 2) == key(3).id)
    }

    @Test func newKeyOfASingleServerSignsAtOnce() async throws {
        var keys = ActiveKeys(try await ring(key(1)), publication: .zero)
        keys.replace(with: try await ring(key(1, isRetired: true), key(2)), at: start)
        #expect(try signer(keys, after: 0) == key(2).id)
    }
}
