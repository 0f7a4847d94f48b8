import Testing

@testable import LatchkeyIdentity

@Suite struct HashingQueueTests {
    private func claim(_ address: String?, familiar: Bool = false) -> HashingClaim {
        HashingClaim(address: address, isFamiliar: familiar)
    }

    private func queue(_ places: Int, width: Int = 1) -> HashingQueue { HashingQueue(width: width, room: .exactly(places)) }

    private func drained(_ queue: HashingQueue) -> [Int] {
        var queue = queue
        var jobs: [Int] = []
        while let job = queue.next() { jobs.append(job) }
        return jobs
    }

    @Test func networksAreServedInTurns() {
        var queue = queue(10)
        for job in 1...4 { #expect(queue.add(job, for: claim("192.0.2.1")) == .waits) }
        #expect(queue.add(5, for: claim("192.0.2.2")) == .waits)
        #expect(queue.add(6, for: claim("192.0.2.2")) == .waits)
        #expect(queue.add(7, for: claim("192.0.2.3")) == .waits)
        #expect(drained(queue) == [1, 5, 7, 2, 6, 3, 4])
    }

    @Test func addressesOfOneNetworkShareATurn() {
        var queue = queue(10)
        _ = queue.add(1, for: claim("2001:db8::1"))
        _ = queue.add(2, for: claim("2001:db8::2"))
        _ = queue.add(3, for: claim("192.0.2.1"))
        #expect(drained(queue) == [1, 3, 2])
    }

    @Test func networksOfOneSiteShareATurn() {
        var queue = queue(10)
        _ = queue.add(1, for: claim("2001:db8:0:1::1"))
        _ = queue.add(2, for: claim("2001:db8:0:1::2"))
        _ = queue.add(3, for: claim("2001:db8:0:2::1"))
        _ = queue.add(4, for: claim("192.0.2.1"))
        #expect(drained(queue) == [1, 4, 3, 2])
    }

    @Test(arguments: [("no address", nil), ("loopback", "127.0.0.1"), ("no IP address", "unix:/run/latchkey")] as [(String, String?)])
    func workWithoutANetworkOfItsOwnIsFirstComeFirstServed(_ name: String, _ address: String?) {
        var queue = queue(3)
        for job in 1...3 { #expect(queue.add(job, for: claim(address)) == .waits) }
        #expect(queue.add(4, for: claim(address)) == .refused)
        #expect(drained(queue) == [1, 2, 3])
    }

    @Test func familiarClaimsGoFirstAndLeaveEveryFourthTurn() {
        var queue = queue(20)
        for job in 1...5 { _ = queue.add(job, for: claim("192.0.2.1")) }
        for job in 11...15 { _ = queue.add(job, for: claim("192.0.2.2", familiar: true)) }
        #expect(drained(queue) == [11, 12, 13, 1, 14, 15, 2, 3, 4, 5])
    }

    @Test func unusedTurnsOfOthersAreNotSaved() {
        var queue = queue(20)
        for job in 1...4 { _ = queue.add(job, for: claim("192.0.2.2", familiar: true)) }
        #expect(queue.next() == 1)
        #expect(queue.next() == 2)
        #expect(queue.next() == 3)
        _ = queue.add(10, for: claim("192.0.2.1"))
        #expect(queue.next() == 4)
        #expect(queue.next() == 10)
        #expect(queue.next() == nil)
    }

    @Test func aFullQueueFindsRoomForAQuietNetwork() {
        var queue = queue(4)
        for job in 1...3 { _ = queue.add(job, for: claim("192.0.2.1")) }
        _ = queue.add(4, for: claim("192.0.2.2"))
        // The newest job of the network with the most jobs is dropped.
        #expect(queue.add(5, for: claim("192.0.2.3")) == .replaces(3))
        // The network with the most jobs is refused.
        #expect(queue.add(6, for: claim("192.0.2.1")) == .refused)
        // With one more job, this network would have as many as the largest, so replacing a job would not be fairer.
        #expect(queue.add(7, for: claim("192.0.2.2")) == .refused)
        #expect(queue.add(8, for: claim("192.0.2.4")) == .replaces(2))
        #expect(queue.add(9, for: claim("192.0.2.5")) == .refused)
        #expect(drained(queue) == [1, 4, 5, 8])
    }

    @Test func siteWithManyNetworksIsReplacedAsOne() {
        var queue = queue(4)
        for job in 1...4 { #expect(queue.add(job, for: claim("2001:db8:0:\(job)::1")) == .waits) }
        #expect(queue.add(5, for: claim("2001:db8:0:5::1")) == .refused)
        #expect(queue.add(6, for: claim("2001:db8:1::1")) == .replaces(4))
        #expect(queue.add(7, for: claim("192.0.2.1")) == .replaces(3))
    }

    @Test func aBusySiteFindsRoomForItsQuietNetworks() {
        var queue = queue(3)
        for job in 1...3 { _ = queue.add(job, for: claim("2001:db8:0:1::\(job)")) }
        #expect(queue.add(4, for: claim("2001:db8:0:2::1")) == .replaces(3))
    }

    @Test func familiarClaimsTakePlacesOfOthersButForAQuarter() {
        var queue = queue(8)
        for job in 1...8 { _ = queue.add(job, for: claim("192.0.2.\(job)")) }
        for job in 11...16 {
            // The job that would be served last is dropped.
            #expect(queue.add(job, for: claim("198.51.100.\(job)", familiar: true)) == .replaces(19 - job))
        }
        #expect(queue.add(17, for: claim("198.51.100.17", familiar: true)) == .refused)
        #expect(queue.add(18, for: claim("198.51.100.11", familiar: true)) == .refused)
        #expect(drained(queue) == [11, 12, 13, 1, 14, 15, 16, 2])
    }

    @Test func othersTakeTheirQuarterBack() {
        var queue = queue(8)
        for job in 1...8 { _ = queue.add(job, for: claim("192.0.2.\(job)", familiar: true)) }
        #expect(queue.add(11, for: claim("198.51.100.1")) == .replaces(8))
        #expect(queue.add(12, for: claim("198.51.100.2")) == .replaces(7))
        #expect(queue.add(13, for: claim("198.51.100.3")) == .refused)
    }

    @Test func aRemovedJobFreesItsPlace() {
        var queue = queue(2)
        _ = queue.add(1, for: claim("192.0.2.1"))
        _ = queue.add(2, for: claim("192.0.2.2", familiar: true))
        #expect(queue.remove(1) == true)
        #expect(queue.remove(1) == false)
        #expect(queue.add(3, for: claim("192.0.2.3")) == .waits)
        #expect(queue.remove(2) == true)
        #expect(drained(queue) == [3])
        #expect(queue.remove(4) == false)
    }

    @Test func queueCapacityIsOneSecondOfHashes() {
        var queue = HashingQueue(width: 2, room: .oneSecond)
        // The queue assumes 50 ms.
        #expect(queue.capacity == 40)
        for _ in 0..<400 { queue.measured(seconds: 0.02) }
        #expect((99...100).contains(queue.capacity))
        for _ in 0..<400 { queue.measured(seconds: 0.1) }
        #expect((19...20).contains(queue.capacity))
        // Never fewer than a browser sends at once, and never more than the maximum.
        for _ in 0..<400 { queue.measured(seconds: 5) }
        #expect(queue.capacity == 16)
        for _ in 0..<4000 { queue.measured(seconds: 0) }
        #expect(queue.capacity == 2048)
    }

    @Test func refusalsContainTheTimeThatTheQueueTakes() {
        var queue = HashingQueue(width: 1, room: .oneSecond)
        #expect(queue.retryAfterSeconds == 1)
        for _ in 0..<400 { queue.measured(seconds: 1) }
        for job in 1...8 { _ = queue.add(job, for: claim("192.0.2.\(job)")) }
        #expect((8...9).contains(queue.retryAfterSeconds))
    }
}
