import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

@Suite struct ThrottleTests {
    private let clock = ManualClock()
    private let throttle: Throttle

    init() {
        throttle = Throttle(now: clock.now)
    }

    private func caller(_ address: String?, project: ProjectID = .sample) -> Caller {
        Caller(project: .sample(project), client: ClientDescription(address: address))
    }

    /// The time until the next attempt, in seconds; 0 when the attempt was admitted, which counts it.
    private func wait(_ subject: String = "ada@example.org", from address: String? = "192.0.2.1", project: ProjectID = .sample) -> Int {
        do {
            _ = try throttle.admit(.password, at: subject, by: caller(address, project: project))
            return 0
        } catch {
            return (error as? TooManyAttempts)?.retryAfterSeconds ?? -1
        }
    }

    @Test func theWaitDoublesAndEndsAtAQuarterOfAnHour() {
        var waits: [Int] = []
        for _ in 0..<5 { #expect(wait() == 0) }
        for _ in 0..<12 {
            let seconds = wait()
            waits.append(seconds)
            clock.advance(bySeconds: Double(seconds))
            #expect(wait() == 0, "after waiting it is let through")
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    }

    @Test func attemptsWhileWaitingDoNotProlongTheWait() {
        for _ in 0..<8 {
            _ = wait()
            clock.advance(bySeconds: 10)
        }
        #expect(wait() == 0)
        let first = wait()
        #expect(first == 16)
        for _ in 0..<100 { _ = wait() }
        #expect(wait() == first)
    }

    @Test func aRightPasswordForgetsTheFailures() throws {
        for _ in 0..<4 { _ = wait() }
        try throttle.admit(.password, at: "ada@example.org", by: caller("192.0.2.1")).succeeded()
        for _ in 0..<5 { #expect(wait() == 0) }
        #expect(wait() > 0)
    }

    @Test func anHourForgetsTheFailures() {
        for _ in 0..<5 { _ = wait() }
        #expect(wait() == 1)
        clock.advance(bySeconds: 3600)
        for _ in 0..<5 { #expect(wait() == 0) }
    }

    @Test func aTryWithoutVerdictDoesNotCount() throws {
        for _ in 0..<50 { try throttle.admit(.password, at: "ada@example.org", by: caller("192.0.2.1")).withdraw() }
        #expect(wait() == 0)
    }

    @Test func neighboursAreCountedApart() {
        for _ in 0..<6 { _ = wait() }
        #expect(wait() > 0)
        #expect(wait("bob@example.org") == 0)
        #expect(wait(from: "192.0.2.2") == 0)
        #expect(wait(project: "other-project") == 0)
    }

    @Test(arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ("::ffff:192.0.2.1", "192.0.2.1", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false), ("192.0.2.1", "192.0.2.2", false),
    ])
    func anIPv6NetworkIsOneSource(_ first: String, _ second: String, _ same: Bool) {
        for _ in 0..<5 { _ = wait(from: first) }
        #expect((wait(from: second) > 0) == same)
    }

    @Test func guessingFromManyNetworksDoesNotSlowKnownNetworks() throws {
        try throttle.admit(.password, at: "ada@example.org", by: caller("198.51.100.1")).succeeded()
        for index in 0..<60 { _ = wait(from: "203.0.113.\(index)") }
        #expect(wait(from: "192.0.2.77") > 0, "an unknown network waits")
        #expect(wait(from: "198.51.100.1") == 0, "networks from which the account was opened do not wait")
        let known = try? throttle.admit(.password, at: "ada@example.org", by: caller("192.0.2.77"), familiar: true)
        #expect(known != nil)
        clock.advance(bySeconds: 900)
        #expect(wait(from: "192.0.2.78") == 0, "the lockout ends")
    }

    @Test func oldFailuresDoNotReturnWhenTheHolderSignsIn() throws {
        for index in 0..<60 { _ = wait(from: "203.0.113.\(index)") }
        #expect(wait(from: "192.0.2.77") > 0)
        clock.advance(bySeconds: 3600)
        try throttle.admit(.password, at: "ada@example.org", by: caller("198.51.100.1"), familiar: true).succeeded()
        #expect(wait(from: "192.0.2.77") == 0)
    }

    @Test(arguments: [(100, "192.0.2.1", false), (50, "192.0.2.2", true)])
    func refusedAttemptsDoNotCount(failures: Int, address: String, isElsewhere: Bool) throws {
        // The network has no failures left, or attempts at the account from all networks have to wait.
        for index in 0..<failures {
            #expect(isElsewhere ? wait(from: "203.0.113.\(index)") == 0 : wait("\(index)@example.org", from: address) == 0)
        }
        for _ in 0..<20 { #expect(wait(from: address) > 0) }
        clock.advance(bySeconds: 600)
        // No attempt from this network was counted before, so five more are free.
        for _ in 0..<5 { _ = try throttle.admit(.password, at: "ada@example.org", by: caller(address), familiar: true) }
    }

    @Test func oneNetworkHasASupplyOfFailuresForAllAccounts() throws {
        for index in 0..<100 { #expect(wait("\(index)@example.org") == 0) }
        #expect(wait("100@example.org") > 0)
        #expect(wait("100@example.org", from: "192.0.2.2") == 0)
        clock.advance(bySeconds: 6)
        #expect(wait("101@example.org") == 0)
        // Successful attempts do not use up the quota.
        clock.advance(bySeconds: 600)
        for index in 0..<300 { try throttle.admit(.password, at: "right \(index)", by: caller("192.0.2.1")).succeeded() }
    }

    @Test func firstRefusalIsMarked() {
        for _ in 0..<5 { _ = wait() }
        let first = (0..<3).map { _ in
            do {
                _ = try throttle.admit(.password, at: "ada@example.org", by: caller("192.0.2.1"))
                return false
            } catch {
                return (error as? TooManyAttempts)?.isFirst ?? false
            }
        }
        #expect(first == [true, false, false])
    }

    @Test func aHundredParallelTriesAreNotMoreThanFive() async {
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { wait() == 0 } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 5)
    }

    /// A /48 has 65,536 networks.
    @Test func ipv6SiteHasTheQuotaOfSixteenNetworks() throws {
        let quota = Quota(3, everySeconds: 30)
        func made(from addresses: [String]) -> Int {
            addresses.count { (try? throttle.take(.signUp, of: quota, by: caller($0))) != nil }
        }
        let site = (0..<100).flatMap { network in (0..<4).map { "2001:db8:1:\(String(network, radix: 16))::\($0)" } }
        #expect(made(from: Array(site.prefix(8))) == 6, "each network for itself has three")
        #expect(made(from: Array(site.dropFirst(8))) == 42, "all together have 48")
        #expect(made(from: ["2001:db8:2::1", "192.0.2.1"]) == 2, "other sites have their own quota")
        clock.advance(bySeconds: 30)
        #expect(made(from: site) == 48)
    }

    @Test func oneSiteOfIPv6HasASupplyOfFailuresToo() throws {
        func address(_ index: Int) -> String { "2001:db8:1:\(String(index % 256, radix: 16))::1" }
        for index in 0..<1600 { #expect(wait("\(index)@example.org", from: address(index)) == 0) }
        #expect(wait("new@example.org", from: address(300)) > 0)
        #expect(wait("new@example.org", from: "2001:db8:2::1") == 0)
        clock.advance(bySeconds: 600)
        for index in 0..<3000 { try throttle.admit(.password, at: "right \(index)", by: caller(address(index))).succeeded() }
    }

    @Test func floodOfNetworksDoesNotEvictProjectCounts() throws {
        try throttle.take(.message, of: Quota(1, everySeconds: 86_400), in: .sample)
        for index in 0..<120_000 {
            let stranger = caller("10.\(index >> 16).\(index >> 8 & 255).\(index & 255)")
            try throttle.take(.message, of: Quota(5, everySeconds: 3600), by: stranger)
        }
        #expect(throws: TooManyAttempts.self) { try throttle.take(.message, of: Quota(1, everySeconds: 86_400), in: .sample) }
        try throttle.take(.message, of: Quota(1, everySeconds: 86_400), in: "another")
    }

    /// Mails can be requested for any address.
    @Test func floodOfRecipientsDoesNotEvictNetworkCounts() throws {
        let stranger = caller("192.0.2.1")
        try throttle.take(.signUp, of: Quota(1, everySeconds: 86_400), by: stranger)
        for index in 0..<120_000 {
            try throttle.take(.mail(.passwordReset), of: Quota(5, everySeconds: 3600), for: "\(index)@example.org", in: .sample)
        }
        #expect(throws: TooManyAttempts.self) { try throttle.take(.signUp, of: Quota(1, everySeconds: 86_400), by: stranger) }
    }

    @Test func forgivenFailuresAreForgottenForAllNetworks() {
        let addresses = (0..<12).map { "192.0.2.\($0)" }
        for address in addresses { for _ in 0..<5 { _ = wait(from: address) } }
        #expect(wait(from: addresses[3]) > 0 && wait(from: "198.51.100.1") > 0, "locked, from there and from everywhere")
        #expect(wait("bob@example.org") == 0)
        throttle.forgive(.password, at: "ada@example.org", in: Realm(project: .sample))
        #expect(wait(from: "198.51.100.1") == 0)
        for _ in 0..<5 { #expect(wait(from: addresses[3]) == 0) }
        #expect(wait(from: addresses[3]) > 0)
    }

    @Test func quotaIsRestoredOverTime() throws {
        let quota = Quota(3, everySeconds: 30)
        for _ in 0..<3 { try throttle.take(.signUp, of: quota, by: caller("192.0.2.1")) }
        let refusal = #expect(throws: TooManyAttempts.self) { try throttle.take(.signUp, of: quota, by: caller("192.0.2.1")) }
        #expect(refusal?.retryAfterSeconds == 10)
        try throttle.take(.signUp, of: quota, by: caller("192.0.2.2"))
        try throttle.take(.signUp, of: quota, for: "+4915112345678", in: .sample)
        clock.advance(bySeconds: 10)
        try throttle.take(.signUp, of: quota, by: caller("192.0.2.1"))
        #expect(throws: TooManyAttempts.self) { try throttle.take(.signUp, of: quota, by: caller("192.0.2.1")) }
    }

    @Test func unusedKeysAreEvictedFirst() {
        var cache = RecentlyUsed<Int, Int>(capacity: 100)
        for key in 0..<10_000 {
            cache[key] = key
            if key > 0 { #expect(cache[0] == 0, "in use") }
        }
        #expect((0..<10_000).count(where: { cache[$0] != nil }) <= 100)
        #expect(cache[9_999] == 9_999)
    }
}
