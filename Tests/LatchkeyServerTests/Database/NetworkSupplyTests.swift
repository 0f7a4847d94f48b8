// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import LatchkeyServer

/// How many bytes one network may send.
@Suite(.timeLimit(.minutes(10))) struct NetworkSupplyTests {
    private final class Clock: Sendable {
        private let start = ContinuousClock.now
        private let seconds = Mutex(0.0)
        var now: ContinuousClock.Instant { start.advanced(by: .seconds(seconds.withLock { $0 })) }
        func advance(_ seconds: Double) { self.seconds.withLock { $0 += seconds } }
    }

    private let clock = Clock()
    private let megabyte = 1_048_576

    private func supply(_ rate: Int = 60) -> NetworkSupply { NetworkSupply(rate: rate) { [clock] in clock.now } }

    @Test func aMinutesSupplyIsThereAtOnceAndComesBackEvenly() {
        let supply = supply()
        supply.take(60 * megabyte - 1, from: "192.0.2.1")
        #expect(supply.wait(for: "192.0.2.1") == nil)
        supply.take(10 * megabyte + 1, from: "192.0.2.1")
        #expect(supply.wait(for: "192.0.2.1") == .milliseconds(10_050), "ten seconds for ten megabytes")
        #expect(supply.wait(for: "192.0.2.2") == nil, "another network")
        clock.advance(9)
        #expect(supply.wait(for: "192.0.2.1") != nil)
        clock.advance(1.1)
        #expect(supply.wait(for: "192.0.2.1") == nil)
        clock.advance(3600)
        supply.take(60 * megabyte, from: "192.0.2.1")
        #expect(supply.wait(for: "192.0.2.1") != nil, "no more than a minute's is kept")
    }

    @Test func whatIsGivenBackMayBeSentAndADebtHasAnEnd() {
        let supply = supply()
        supply.take(61 * megabyte, from: "192.0.2.1")
        supply.take(-2 * megabyte, from: "192.0.2.1")
        #expect(supply.wait(for: "192.0.2.1") == nil)
        for _ in 0..<100 { supply.take(256 * megabyte, from: "192.0.2.1") }
        #expect(supply.wait(for: "192.0.2.1") == .milliseconds(60_050))
    }

    @Test func networksOfOneSiteShareSixteenTimesAsMuch() {
        let supply = supply()
        for network in 0..<16 { supply.take(60 * megabyte, from: "2001:db8:1:\(network)/64") }
        #expect(supply.wait(for: "2001:db8:1:99/64") != nil)
        #expect(supply.wait(for: "2001:db8:2:99/64") == nil)
    }

    @Test func whatIsNotCountedNeverWaits() {
        let supply = supply()
        supply.take(1000 * megabyte, from: nil)
        #expect(supply.wait(for: nil) == nil)
        let off = NetworkSupply(rate: 0)
        off.take(1000 * megabyte, from: "192.0.2.1")
        #expect(off.wait(for: "192.0.2.1") == nil)
    }

    @Test(
        arguments: [
            ("127.0.0.1", nil), ("::1", nil), (nil, nil), ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2::7", "20:1:d:b8:0:1:0:2/64"),
        ] as [(String?, String?)])
    func thisMachineIsNotCounted(_ address: String?, _ network: String?) {
        #expect(AddressRange.countedNetwork(of: address) == network)
    }

    @Test func aClientWaitsUntilThereIsSomethingLeftUnlessItIsExempt() async throws {
        let supply = supply()
        let client = ClientSupply(supply, network: "192.0.2.1")
        client.take(61 * megabyte)
        #expect(throws: DatabaseRefusal.self) { try client.require() }
        try await client.waitForRoom { true }
        let waiting = Task { try await client.waitForRoom { false } }
        clock.advance(2)
        try await waiting.value
        try client.require()
    }

    @Test func aRefusalSaysWhenToTryAgain() {
        let response = DatabaseRefusal.sentTooMuch(wait: .milliseconds(3200)).response
        #expect(response.status == .tooManyRequests && response.headers[.retryAfter] == "4")
    }
}
