// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Decides which passwords are hashed next, and which not at all, when more come than can be hashed.
///
/// The queue is worth a time, about a second: an answer that comes later helps no person and keeps attackers' work. Two classes wait in it.
/// Three of four turns, and three of four places, belong to familiar claims, the rest to all others; what one class leaves free the other
/// has. Within a class, sites get turns, and within a site its networks. A full queue finds room for one more from a network with few jobs
/// by giving up the newest job of the site and network with the most.
///
/// It is a value and knows jobs by numbers; ``HashingPool`` runs them.
struct HashingQueue: Sendable {
    /// How long a queue may be.
    struct Room: Sendable, Equatable {
        /// How much work may wait, in seconds of all threads together.
        var seconds: Double
        /// So many jobs may wait, however long each takes: a person's browser sends some at once.
        var fewest: Int
        /// More never wait, however short each is: the next may take longer.
        var most: Int

        static let oneSecond = Room(seconds: 1, fewest: 16, most: 2048)

        static func exactly(_ count: Int) -> Room { Room(seconds: 0, fewest: count, most: count) }
    }

    enum Answer: Equatable {
        case waits
        /// The newcomer waits, and this job does so no more.
        case replaces(Int)
        case refused
    }

    private typealias Line = SharedHashingLine<HashingSite, SharedHashingLine<HashingNetwork, PlainHashingLine>>

    /// Of so many turns, and places, one belongs to claims that are not familiar.
    private static let turnsOfAll = 4
    /// Firebase's parameters take about this long, until something was measured.
    private static let assumedSeconds = 0.05
    /// How much of the mean each measured job replaces.
    private static let weight = 1.0 / 16

    private let width: Int
    private let room: Room
    private var familiar = Line()
    private var others = Line()
    private var claims: [Int: HashingClaim] = [:]
    private var familiarTurns = 0
    private var meanSeconds = assumedSeconds

    /// - Parameter width: How many jobs are done at once.
    init(width: Int, room: Room) {
        self.width = max(1, width)
        self.room = room
    }

    var count: Int { claims.count }

    /// How many jobs may wait at present.
    var capacity: Int {
        let jobs = room.seconds * Double(width) / meanSeconds
        return max(room.fewest, min(room.most, jobs < Double(room.most) ? Int(jobs) : room.most))
    }

    /// When what waits will have been done, at least 1.
    var retryAfterSeconds: Int {
        max(1, Int((Double(count) * meanSeconds / Double(width)).rounded(.up)))
    }

    /// A job was done and took so long, from its first moment to its last.
    mutating func measured(seconds: Double) {
        // A clock that stood still, or a machine that slept, must not make the queue endless or leave nothing of it.
        let bounded = min(max(seconds, 0.000_1), 10)
        meanSeconds += (bounded - meanSeconds) * Self.weight
    }

    /// One more job wants to wait; numbers are not used twice.
    mutating func add(_ job: Int, for claim: HashingClaim) -> Answer {
        guard count >= capacity else {
            append(job, for: claim)
            return .waits
        }
        guard let loser = loser(to: claim) else { return .refused }
        _ = remove(loser)
        append(job, for: claim)
        return .replaces(loser)
    }

    /// - Returns: The next job to be done, which waits no more; `nil` when none waits.
    mutating func next() -> Int? {
        let isOthersTurn = familiar.count == 0 || others.count > 0 && familiarTurns >= Self.turnsOfAll - 1
        // Turns count only while somebody waits for theirs.
        familiarTurns = isOthersTurn || others.count == 0 ? 0 : familiarTurns + 1
        guard let job = isOthersTurn ? others.takeFirst() : familiar.takeFirst() else { return nil }
        claims[job] = nil
        return job
    }

    /// - Returns: Whether it waited.
    mutating func remove(_ job: Int) -> Bool {
        guard let claim = claims.removeValue(forKey: job) else { return false }
        return claim.isFamiliar ? familiar.remove(job, of: claim) : others.remove(job, of: claim)
    }

    private mutating func append(_ job: Int, for claim: HashingClaim) {
        claims[job] = claim
        if claim.isFamiliar { familiar.append(job, for: claim) } else { others.append(job, for: claim) }
    }

    /// A class that has fewer places than belong to it takes one of the other's; else the newcomer has to find one in its own.
    private func loser(to claim: HashingClaim) -> Int? {
        let placesOfOthers = capacity / Self.turnsOfAll
        if claim.isFamiliar, others.count > placesOfOthers { return others.newest }
        if !claim.isFamiliar, others.count < placesOfOthers, familiar.count > 0 { return familiar.newest }
        return claim.isFamiliar ? familiar.loser(to: claim) : others.loser(to: claim)
    }
}
