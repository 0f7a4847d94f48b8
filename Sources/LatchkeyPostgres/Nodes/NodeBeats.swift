/// The beats of other nodes, as this node has seen them.
///
/// A node that runs raises its beat every second. All times are those of this node's clock.
struct NodeBeats {
    private struct Sighting {
        var beat: Int64
        /// The time at which this beat was seen first.
        var since: ContinuousClock.Instant
    }

    private let term: Duration
    private let longestGap: Duration
    private var sightings: [Int64: Sighting] = [:]
    private var lastLook: ContinuousClock.Instant?

    /// - Parameters:
    ///   - term: The time after which a lease ends if its beat stays the same.
    ///   - longestGap: The time between two looks after which all sightings start anew. PostgreSQL could not be reached in the meantime,
    ///     probably not by the other nodes either, so they get a whole term to continue.
    init(term: Duration, longestGap: Duration) {
        self.term = term
        self.longestGap = longestGap
    }

    /// Notes the current beats.
    ///
    /// - Parameters:
    ///   - beats: The beats by the numbers of the leases.
    ///   - now: A time at which the beats were known already.
    /// - Returns: The leases that have ended, and the last beat of each. Compare the beat again in the statement that removes the lease.
    mutating func look(at beats: [Int64: Int64], now: ContinuousClock.Instant) -> [Int64: Int64] {
        let isGap = lastLook.map { now - $0 > longestGap } ?? true
        lastLook = now
        sightings = sightings.filter { beats[$0.key] != nil }
        for (lease, beat) in beats where isGap || sightings[lease]?.beat != beat { sightings[lease] = Sighting(beat: beat, since: now) }
        return sightings.filter { now - $0.value.since >= term }.mapValues(\.beat)
    }
}
