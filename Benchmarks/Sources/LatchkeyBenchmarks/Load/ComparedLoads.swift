/// Two loads in turns, ours and a peer's, repeated until the ratio of their rates is stable.
///
/// The loads alternate, so that a slowdown by the machine's host affects both. The ratio is stable once the middle half of all rounds
/// differs by at most 10 % of the median.
struct ComparedLoads: Sendable {
    private static let rounds = 5...15
    private static let allowedSpread = 0.1

    /// The median round of each side, by its rate.
    let ours: CostedLoad
    let theirs: CostedLoad
    /// Our rate divided by the peer's, of each round, sorted.
    private let ratios: [Double]

    /// - Parameters:
    ///   - ours: Runs one round of our load. It is passed whether this is the first round, which warms up.
    static func run(_ ours: (_ isFirst: Bool) throws -> CostedLoad, _ theirs: (_ isFirst: Bool) throws -> CostedLoad) throws -> Self {
        var pairs: [(ours: CostedLoad, theirs: CostedLoad)] = []
        while true {
            pairs.append((try ours(pairs.isEmpty), try theirs(pairs.isEmpty)))
            let result = ComparedLoads(
                ours: .median(of: pairs.map(\.ours)), theirs: .median(of: pairs.map(\.theirs)),
                ratios: pairs.map { $0.ours.outcome.perSecond / $0.theirs.outcome.perSecond }.sorted())
            if pairs.count >= rounds.lowerBound, result.isStable || pairs.count == rounds.upperBound { return result }
        }
    }

    /// The median of the ratios.
    var ratio: Double { ratios[ratios.count / 2] }

    private var middleHalf: (low: Double, high: Double) { (ratios[ratios.count / 4], ratios[ratios.count * 3 / 4]) }

    private var isStable: Bool { middleHalf.high - middleHalf.low <= Self.allowedSpread * ratio }

    /// The ratio as text, with the rounds that it comes from.
    var text: String {
        let spread = "\(middleHalf.low.digits(2)) to \(middleHalf.high.digits(2)) in the middle half of \(ratios.count) rounds"
        return "\(ratio.digits(2)) times, \(spread)\(isStable ? "" : ", not stable within 10 %")"
    }
}

extension CostedLoad {
    /// Returns the median of several loads, by their rate.
    static func median(of loads: [CostedLoad]) -> CostedLoad {
        loads.sorted { $0.outcome.perSecond < $1.outcome.perSecond }[loads.count / 2]
    }

    /// Runs a load whose requests must all succeed.
    ///
    /// - Throws: ``BenchmarkFailure`` if a response has a status other than 2xx.
    static func run(_ name: String, _ load: Load, against program: ChildProgram, warmUpSeconds: Double) throws -> CostedLoad {
        let costed = try run(load, against: [program.id], warmUpSeconds: warmUpSeconds)
        if let status = costed.outcome.firstRefusal {
            throw BenchmarkFailure("\(name): \(costed.outcome.refused) requests were refused, the first with status \(status)")
        }
        return costed
    }
}

extension Section.Row {
    /// The columns of a row of a load.
    static let loadColumns = ["", "a second", "server CPU each", "median", "99 %", "generator's share of the machine"]

    init(_ name: String, _ load: CostedLoad) {
        self.init(
            name, load.outcome.perSecond.rate, load.serverCPUSecondsPerRequest.time, load.outcome.quantile(0.5).time,
            load.outcome.quantile(0.99).time, load.generatorShare.percent)
    }
}
