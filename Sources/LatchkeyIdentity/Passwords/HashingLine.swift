/// A line of queued jobs, identified by numbers.
protocol HashingLine: Sendable {
    init()
    var count: Int { get }
    mutating func append(_ job: Int, for claim: HashingClaim)
    /// Removes and returns the next job.
    ///
    /// - Returns: `nil` if the line is empty.
    mutating func takeFirst() -> Int?
    /// Removes a job.
    ///
    /// - Returns: Whether the job was in this line.
    mutating func remove(_ job: Int, of claim: HashingClaim) -> Bool
    /// Returns the job to drop from a full line in favor of a new one for `claim`, so that no share grows at the cost of a smaller one.
    ///
    /// - Returns: `nil` if the new job's own share is the largest, or would be.
    func loser(to claim: HashingClaim) -> Int?
    /// The newest job of the largest share.
    var newest: Int? { get }
}

/// A first-in, first-out line.
struct PlainHashingLine: HashingLine {
    private var jobs: [Int] = []

    init() {}

    var count: Int { jobs.count }
    var newest: Int? { jobs.last }

    mutating func append(_ job: Int, for claim: HashingClaim) { jobs.append(job) }

    mutating func takeFirst() -> Int? { jobs.isEmpty ? nil : jobs.removeFirst() }

    mutating func remove(_ job: Int, of claim: HashingClaim) -> Bool {
        guard let index = jobs.firstIndex(of: job) else { return false }
        jobs.remove(at: index)
        return true
    }

    func loser(to claim: HashingClaim) -> Int? { nil }
}

/// The key by which jobs are divided into shares that take turns.
protocol HashingShare: Sendable {
    static func key(of claim: HashingClaim) -> NetworkPrefix?
}

enum HashingSite: HashingShare {
    static func key(of claim: HashingClaim) -> NetworkPrefix? { claim.site }
}

enum HashingNetwork: HashingShare {
    static func key(of claim: HashingClaim) -> NetworkPrefix? { claim.network }
}

/// A line that serves one job of each share in turn. A share that was just served, or is new, is served last.
struct SharedHashingLine<Share: HashingShare, Inner: HashingLine>: HashingLine {
    /// The shares with jobs, in the order in which they are served.
    private var turns: [NetworkPrefix?] = []
    private var lines: [NetworkPrefix?: Inner] = [:]
    private(set) var count = 0

    init() {}

    mutating func append(_ job: Int, for claim: HashingClaim) {
        let key = Share.key(of: claim)
        if lines[key] == nil { turns.append(key) }
        lines[key, default: Inner()].append(job, for: claim)
        count += 1
    }

    mutating func takeFirst() -> Int? {
        guard !turns.isEmpty else { return nil }
        let key = turns.removeFirst()
        guard let job = lines[key]?.takeFirst() else { return nil }
        count -= 1
        if lines[key]?.count == 0 { lines[key] = nil } else { turns.append(key) }
        return job
    }

    mutating func remove(_ job: Int, of claim: HashingClaim) -> Bool {
        let key = Share.key(of: claim)
        guard lines[key]?.remove(job, of: claim) == true else { return false }
        count -= 1
        if lines[key]?.count == 0 {
            lines[key] = nil
            turns.removeAll { $0 == key }
        }
        return true
    }

    func loser(to claim: HashingClaim) -> Int? {
        let key = Share.key(of: claim)
        let own = lines[key]
        guard let largest, largest.count > (own?.count ?? 0) + 1 else { return own?.loser(to: claim) }
        return largest.newest
    }

    var newest: Int? { largest?.newest }

    /// The largest share; among equal shares, the one that is served last.
    private var largest: Inner? {
        turns.lazy.compactMap { lines[$0] }.reduce(nil as Inner?) { best, line in
            if let best, best.count > line.count { best } else { line }
        }
    }
}
