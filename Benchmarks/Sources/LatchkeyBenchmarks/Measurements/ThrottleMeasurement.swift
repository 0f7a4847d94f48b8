import Foundation
import LatchkeyIdentity
import Synchronization

/// Measures the cost of counting attempts for a sign-in, with full tables and almost no known pair of account and network.
enum ThrottleMeasurement {
    private static let rounds = 5
    /// More than the throttle stores, so that each attempt may evict an entry.
    private static let accounts = 400_000
    private static let networks = 200_000

    static func run(_ setting: Setting) throws -> Section {
        let project = Project(
            id: "benchmark", displayName: "Benchmark",
            passwordHashing: PasswordHashing(sealedSignerKey: SealedSecret(bytes: [])), createdAt: Date())
        let callers = (0..<networks).map { index in
            Caller(project: project, client: ClientDescription(address: "10.\(index >> 16).\(index >> 8 & 255).\(index & 255)"))
        }
        let sites = (0..<networks).map { index in
            Caller(project: project, client: ClientDescription(address: "2001:db8:\(String(index >> 4, radix: 16)):\(index & 15)::1"))
        }
        let subjects = (0..<accounts).map { "user\($0)@example.com" }
        let seconds = 0.6 * setting.scale
        var floors: [OperationRate] = []
        var rightV4: [OperationRate] = []
        var rightV6: [OperationRate] = []
        var wrong: [OperationRate] = []
        let scatter = Scatter()
        let floor = Mutex(Dictionary(uniqueKeysWithValues: subjects.prefix(100_000).map { ($0, 1) }))
        for _ in 0..<rounds {
            floors.append(
                try .measure(seconds: seconds, batch: 500) {
                    use(floor.withLock { $0[subjects[scatter.next(below: 100_000)]] })
                })
            rightV4.append(try tries(subjects, callers, seconds) { $0.succeeded() })
            rightV6.append(try tries(subjects, sites, seconds) { $0.succeeded() })
            wrong.append(try tries(subjects, callers, seconds) { _ in })
        }
        return section(floor: .median(of: floors), rightV4: .median(of: rightV4), rightV6: .median(of: rightV6), wrong: .median(of: wrong))
    }

    private static func tries(
        _ subjects: [String], _ callers: [Caller], _ seconds: Double, _ end: @escaping @Sendable (Throttle.Admission) -> Void
    ) throws -> OperationRate {
        let throttle = Throttle(now: { Date() })
        let scatter = Scatter()
        @Sendable func attempt() throws {
            let (subject, caller) = (scatter.next(below: subjects.count), scatter.next(below: callers.count))
            do {
                end(try throttle.admit(.password, at: subjects[subject], by: callers[caller]))
            } catch let refusal as TooManyAttempts {
                use(refusal)
            }
        }
        // Fills the tables.
        for _ in 0..<accounts { try attempt() }
        return try .measure(seconds: seconds, batch: 500) { try attempt() }
    }

    private static func section(floor: OperationRate, rightV4: OperationRate, rightV6: OperationRate, wrong: OperationRate) -> Section {
        var section = Section(
            title: "Counting tries",
            introduction: """
                What lets a sign-in through or holds it up, called directly on one core: \(accounts.grouped) addresses tried in \
                no order from \(networks.grouped) networks, with full tables. The median of \(rounds) rounds in turns.
                """,
            columns: ["", "a second", "time each"])
        func row(_ name: String, _ rate: OperationRate) {
            section.rows.append(.init(name, rate.perCoreSecond.rate, rate.cpuSecondsPerOperation.time))
        }
        row("floor: one look into a locked dictionary of 100,000", floor)
        row("a try with the right password, IPv4", rightV4)
        row("a try with the right password, IPv6", rightV6)
        row("a try with a wrong one, or too many", wrong)
        let longest = [rightV4, rightV6, wrong].map(\.cpuSecondsPerOperation).reduce(0, max)
        section.goals = [.atMost(5e-6, longest, "counting a try in at most 5 µs", measured: longest.time)]
        return section
    }
}

/// Numbers without a visible order. A random number would be a system call, which costs as much as a look into a dictionary.
private final class Scatter: Sendable {
    private let count = Atomic<UInt64>(0)

    func next(below limit: Int) -> Int {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        // The finalizer of SplitMix64.
        var mixed = number &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
