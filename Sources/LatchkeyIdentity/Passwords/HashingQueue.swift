/// The order in which passwords are hashed, and the choice of those that are refused when more arrive than can be hashed.
///
/// The capacity corresponds to about one second of work: a later response helps no user, and a longer queue stores attackers' work. The
/// queue has two classes. Three of four turns, and three of four places, belong to familiar claims, the rest to all others; each class can
/// use what the other leaves free. Within a class, sites take turns, and within a site its networks. A full queue makes room for a network
/// with few jobs by dropping the newest job of the site and network with the most.
///
/// The queue identifies jobs by numbers; ``HashingPool`` runs them.
struct HashingQueue: Sendable {
    /// The limits for the length of a queue.
    struct Room: Sendable, Equatable {
        /// The work that can be queued, in seconds of all threads together.
        var seconds: Double
        /// The number of jobs that can always be queued, however long each takes, because a browser sends several at once.
        var fewest: Int
        /// The maximum number of jobs, however short each is, because later ones may take longer.
        var most: Int

        static let oneSecond = Room(seconds: 1, fewest: 16, most: 2048)

        static func exactly(_ count: Int) -> Room { Room(seconds: 0, fewest: count, most: count) }
    }

    enum Reply: Equatable {
        case waits
        /// The new job is queued, and this one is removed.
        case replaces(Int)
        case refused
    }

    private typealias Line = SharedHashingLine<HashingSite, SharedHashingLine<HashingNetwork, PlainHashingLine>>

    /// One of this number of turns, and of places, belongs to claims that are not familiar.
    private static let turnsOfAll = 4
    /// The initial value of the average time of a hash: that of Firebase's parameters.
    private static let assumedSeconds = 0.05
    /// The weight of each measured job in the moving average.
    private static let weight = 1.0 / 16

    private let width: Int
    private let room: Room
    private var familiar = Line()
    private var others = Line()
    private var claims: [Int: HashingClaim] = [:]
    private var familiarTurns = 0
    private var meanSeconds = assumedSeconds

    /// - Parameter width: The number of concurrent jobs.
    init(width: Int, room: Room) {
        self.width = max(1, width)
        self.room = room
    }

    var count: Int { claims.count }

    /// The current capacity, in jobs.
    var capacity: Int {
        let jobs = room.seconds * Double(width) / meanSeconds
        return max(room.fewest, min(room.most, jobs < Double(room.most) ? Int(jobs) : room.most))
    }

    /// The time until the queued jobs are done in seconds, at least 1.
    var retryAfterSeconds: Int {
        max(1, Int((Double(count) * meanSeconds / Double(width)).rounded(.up)))
    }

    /// Records the duration of a job.
    mutating func measured(seconds: Double) {
        // Bounds the value, so that a stopped clock or a suspended machine makes the queue neither endless nor empty.
        let bounded = min(max(seconds, 0.000_1), 10)
        meanSeconds += (bounded - meanSeconds) * Self.weight
    }

    /// Adds a job to the queue. Numbers are not reused.
    mutating func add(_ job: Int, for claim: HashingClaim) -> Reply {
        guard count >= capacity else {
            append(job, for: claim)
            return .waits
        }
        guard let loser = loser(to: claim) else { return .refused }
        _ = remove(loser)
        append(job, for: claim)
        return .replaces(loser)
    }

    /// Removes and returns the next job to run.
    ///
    /// - Returns: `nil` if the queue is empty.
    mutating func next() -> Int? {
        let isOthersTurn = familiar.count == 0 || others.count > 0 && familiarTurns >= Self.turnsOfAll - 1
        // Turns are counted only while jobs of the other class are queued.
        familiarTurns = isOthersTurn || others.count == 0 ? 0 : familiarTurns + 1
        guard let job = isOthersTurn ? others.takeFirst() : familiar.takeFirst() else { return nil }
        claims[job] = nil
        return job
    }

    /// Removes a job from the queue.
    ///
    /// - Returns: Whether the job was queued.
    mutating func remove(_ job: Int) -> Bool {
        guard let claim = claims.removeValue(forKey: job) else { return false }
        return claim.isFamiliar ? familiar.remove(job, of: claim) : others.remove(job, of: claim)
    }

    private mutating func append(_ job: Int, for claim: HashingClaim) {
        claims[job] = claim
        if claim.isFamiliar { familiar.append(job, for: claim) } else { others.append(job, for: claim) }
    }

    /// Returns the job that a new one replaces. A class with fewer places than its share takes one from the other class; otherwise the new
    /// job replaces one of its own class.
    private func loser(to claim: HashingClaim) -> Int? {
        let placesOfOthers = capacity / Self.turnsOfAll
        if claim.isFamiliar, others.count > placesOfOthers { return others.newest }
        if !claim.isFamiliar, others.count < placesOfOthers, familiar.count > 0 { return familiar.newest }
        return claim.isFamiliar ? familiar.loser(to: claim) : others.loser(to: claim)
    }
}
