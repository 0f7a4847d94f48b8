import Foundation
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

/// How often a presented credential is validated again.
@Suite struct CredentialWatchTests {
    /// A credential and a clock that the test controls.
    private final class Played: Sendable {
        private struct State {
            var isGood: Result<Bool, any Error> = .success(true)
            var received = 0
            var instant = ContinuousClock.now
        }
        private struct Unreachable: Error {}

        private let state = Mutex(State())
        var received: Int { state.withLock { $0.received } }

        func end() { state.withLock { $0.isGood = .success(false) } }
        func fail() { state.withLock { $0.isGood = .failure(Unreachable()) } }
        func advance(_ duration: Duration) { state.withLock { $0.instant = $0.instant.advanced(by: duration) } }

        var caller: DatabaseCaller {
            DatabaseCaller(
                requester: DatabaseCaller.nobody.requester,
                isGood: {
                    try self.state.withLock { state in
                        state.received += 1
                        return try state.isGood.get()
                    }
                })
        }

        func watch() -> CredentialWatch {
            CredentialWatch(caller, maxAge: .seconds(10), now: { self.state.withLock { $0.instant } })
        }
    }

    @Test func checksOnceInTenSeconds() async {
        let played = Played()
        let watch = played.watch()
        for _ in 0..<1000 { #expect(await watch.isGood()) }
        #expect(played.received == 0, "it was checked just now")
        played.advance(.seconds(10))
        for _ in 0..<1000 { #expect(await watch.isGood()) }
        #expect(played.received == 1)
    }

    @Test func endedCredentialIsDetectedWithinTenSeconds() async {
        let played = Played()
        let watch = played.watch()
        played.end()
        played.advance(.milliseconds(9_999))
        #expect(await watch.isGood())
        played.advance(.milliseconds(1))
        #expect(!(await watch.isGood()))
        #expect(!(await watch.isGood(fresh: true)))
        #expect(played.received == 1)
    }

    @Test func freshCheckIsMadeAtEachUse() async {
        let played = Played()
        let watch = played.watch()
        #expect(await watch.isGood(fresh: true))
        played.end()
        #expect(!(await watch.isGood(fresh: true)))
        #expect(played.received == 2)
    }

    @Test func failedCheckIsNotGood() async {
        let played = Played()
        let watch = played.watch()
        played.fail()
        played.advance(.seconds(11))
        #expect(!(await watch.isGood()))
    }

    @Test func newCredentialResetsTheWatch() async {
        let (first, second) = (Played(), Played())
        let watch = first.watch()
        first.end()
        #expect(!(await watch.isGood(fresh: true)))
        watch.watch(second.caller)
        #expect(await watch.isGood())
        watch.watch(.nobody)
        #expect(await watch.isGood(fresh: true))
        #expect(second.received == 0)
    }

    @Test func nextCheckIsTheEarlierOfExpiryAndAge() throws {
        let played = Played()
        let watch = played.watch()
        #expect(watch.untilNextCheck(of: .nobody) == nil)
        #expect(watch.untilNextCheck(of: played.caller) == .seconds(10))
        played.advance(.seconds(4))
        #expect(watch.untilNextCheck(of: played.caller) == .seconds(6))

        var expiring = played.caller
        expiring.expiresAt = Date() - 1
        #expect(watch.untilNextCheck(of: expiring) == .zero)
        expiring.expiresAt = Date() + 3600
        #expect(watch.untilNextCheck(of: expiring) == .seconds(6))
        expiring.isGood = nil
        let delay = try #require(watch.untilNextCheck(of: expiring))
        #expect(delay > .seconds(3590) && delay <= .seconds(3600))
    }
}
