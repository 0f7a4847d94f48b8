import Foundation
import LatchkeyRules
import LatchkeyTree

/// Measures the cost of Security Rules per operation, called directly on one core.
enum RulesMeasurement {
    private static let rounds = 5
    private static let uid = "Ck5bqCGoiUhCgIEQn7Yv0mDDVZ92"

    /// The times of one decision, in seconds.
    private struct Times {
        var constant = 0.0
        var own = 0.0
        var byHand = 0.0
        var lookup = 0.0
        var fiveClauses: [(siblings: Int, seconds: Double)] = []
        var hundredFields = 0.0
        var loading = 0.0
    }

    static func run(_ setting: Setting) throws -> Section {
        let seconds = 0.4 * setting.scale
        var times = Times()
        let reads = try reads(seconds)
        (times.constant, times.own, times.byHand) = (reads.constant, reads.own, reads.byHand)
        times.lookup = try lookup(seconds)
        for siblings in [10, 10_000, 1_000_000] {
            times.fiveClauses.append((siblings, try fiveClauses(siblings: Int(Double(siblings) * max(setting.scale, 0.1)), seconds)))
        }
        times.hundredFields = try hundredFields(seconds)
        times.loading = try loading()
        return section(times)
    }

    private static func median(_ seconds: Double, _ operation: @escaping @Sendable () throws -> Void) throws -> Double {
        try medians(seconds, [operation])[0]
    }

    /// Returns the median times of operations. The operations alternate, so that all are measured under the same conditions.
    private static func medians(_ seconds: Double, _ operations: [@Sendable () throws -> Void]) throws -> [Double] {
        var rates: [[OperationRate]] = operations.map { _ in [] }
        for _ in 0..<rounds {
            for (index, operation) in operations.enumerated() {
                rates[index].append(try OperationRate.measure(seconds: seconds, batch: 200, operation))
            }
        }
        return rates.map { OperationRate.median(of: $0).cpuSecondsPerOperation }
    }

    /// Measures a read of `/users/$uid`, decided by rules that always allow it, by rules that check the owner, and by Swift code.
    private static func reads(_ seconds: Double) throws -> (constant: Double, own: Double, byHand: Double) {
        func rules(_ condition: String) throws -> SecurityRules {
            try SecurityRules(#"{"rules": {"users": {"$uid": {".read": "\#(condition)"}}}}"#)
        }
        let request = RulesRequest(
            root: try Node(json: #"{"users": {"\#(uid)": {"name": "Ada"}}}"#.utf8), auth: auth, now: 1_700_000_000_000)
        let path = try TreePath("users/\(uid)")
        let constant = try rules("true")
        let own = try rules("auth !== null && auth.uid === $uid")
        let byHand: @Sendable (RulesRequest, TreePath) -> Bool = { request, path in
            guard path.keys.count >= 2, path.keys[0].text == "users", case .map = request.auth,
                case .string(let uid) = request.auth["uid"]
            else { return false }
            return uid == path.keys[1].text
        }
        guard constant.read(path, request).isAllowed, own.read(path, request).isAllowed, byHand(request, path) else {
            throw BenchmarkFailure("the rules of the benchmark do not allow what they should")
        }
        let times = try medians(
            seconds,
            [
                { use(constant.read(path, request).isAllowed) }, { use(own.read(path, request).isAllowed) },
                { use(byHand(request, path)) },
            ])
        return (times[0], times[1], times[2])
    }

    /// Measures a rule that looks up a value in a node with ten thousand children, compared with the same decision without the lookup.
    private static func lookup(_ seconds: Double) throws -> Double {
        func rules(_ condition: String) throws -> SecurityRules {
            try SecurityRules(#"{"rules": {"rooms": {"$room": {".read": "\#(condition)"}}}}"#)
        }
        let members = PushIDs.keys(10_000)
        let root = Node.object(children: members.map { ($0, Node(.boolean(true))) })
        let request = RulesRequest(
            root: Node.object(children: [("members", root)]), auth: .map(["uid": .string(members[6543])]), now: 1_700_000_000_000)
        let path = try TreePath("rooms/lobby")
        let looking = try rules("root.child('members').child(auth.uid).val() === true")
        let constant = try rules("true")
        guard looking.read(path, request).isAllowed else { throw BenchmarkFailure("the lookup of the benchmark finds nothing") }
        let times = try medians(
            seconds, [{ use(looking.read(path, request).isAllowed) }, { use(constant.read(path, request).isAllowed) }])
        return times[0] - times[1]
    }

    /// Measures a message with a `.validate` of five clauses, among its siblings.
    private static func fiveClauses(siblings: Int, _ seconds: Double) throws -> Double {
        let rules = try SecurityRules(
            """
            {"rules": {"messages": {"$id": {
                ".write": "auth !== null",
                ".validate": "newData.hasChildren(['by', 'text', 'at']) && newData.child('by').val() === auth.uid
                    && newData.child('text').isString() && newData.child('text').val().length <= 140
                    && newData.child('at').val() <= now"
            }}}}
            """)
        let message = try Node(json: #"{"by": "\#(uid)", "text": "The engine weaves patterns.", "at": 1600000000000}"#.utf8)
        let keys = PushIDs.keys(siblings + 1)
        let root = Node.object(children: [("messages", Node.object(children: keys.dropLast().map { ($0, message) }))])
        guard let last = keys.last else { return .nan }
        let path = try TreePath("messages/\(last)")
        return try write(rules, [path], root: root, after: root.setting(message, at: path), seconds)
    }

    /// Measures an object with a hundred fields that each have a `.validate`, and no other fields allowed.
    private static func hundredFields(_ seconds: Double) throws -> Double {
        let names = (0..<100).map { "field\($0)" }
        let fields = names.map { #""\#($0)": {".validate": "newData.isNumber() && newData.val() >= 0"}"# }.joined(separator: ", ")
        let rules = try SecurityRules(
            #"{"rules": {"forms": {"$uid": {".write": "auth !== null && auth.uid === $uid", \#(fields), "$other": {".validate": false}}}}}"#
        )
        let path = try TreePath("forms/\(uid)")
        let form = Node.object(children: names.map { ($0, Node(.number(1))) })
        return try write(rules, [path], root: .empty, after: Node.empty.setting(form, at: path), seconds)
    }

    private static func write(_ rules: SecurityRules, _ paths: [TreePath], root: Node, after: Node, _ seconds: Double) throws -> Double {
        let request = RulesRequest(root: root, auth: auth, now: 1_700_000_000_000)
        guard rules.write(paths, after: after, request).isAllowed else {
            throw BenchmarkFailure("the rules of the benchmark do not allow what they should")
        }
        return try median(seconds) { use(rules.write(paths, after: after, request).isAllowed) }
    }

    /// Measures parsing a text with ten thousand rules.
    private static func loading() throws -> Double {
        let places = (0..<5000).map { index in
            #""place\#(index)": {".read": "auth !== null && auth.uid === 'user\#(index)'", ".validate": "newData.isString()"}"#
        }
        let text = #"{"rules": {\#(places.joined(separator: ",\n"))}}"#
        return try (0..<rounds).map { _ in
            let begin = CPUTime.ofThisThread
            use(try SecurityRules(text))
            return CPUTime.ofThisThread - begin
        }.sorted()[rounds / 2]
    }

    private static let auth = AuthValue.current(uid: uid, provider: "twitter.com", token: ["email_verified": .boolean(false)])

    private static func section(_ times: Times) -> Section {
        var section = Section(
            title: "Security Rules",
            introduction: """
                One decision, called directly: processor time of one core, the median of \(rounds) rounds. “The predicate alone” is what the \
                decision takes longer than one whose rule is `true`; the same for the lookup.
                """,
            columns: ["", "time each"])
        let predicate = times.own - times.constant
        section.rows = [
            .init("read `/users/$uid`, rule `true`", times.constant.nanoseconds),
            .init("read `/users/$uid`, `auth !== null && auth.uid === $uid`", times.own.nanoseconds),
            .init("the predicate alone", predicate.nanoseconds),
            .init("floor: the same written in Swift", times.byHand.nanoseconds),
            .init("`root.child('members').child(auth.uid).val() === true`, 10,000 members", times.lookup.nanoseconds),
        ]
        for (siblings, seconds) in times.fiveClauses {
            section.rows.append(
                .init("write a message, `.validate` of five clauses, \(siblings.grouped) siblings", seconds.nanoseconds))
        }
        section.rows += [
            .init("write 100 fields, a `.validate` each and `$other: false`", times.hundredFields.nanoseconds),
            .init("load a text with 10,000 rules", times.loading.time),
        ]
        let slowest = times.fiveClauses.map(\.seconds).reduce(0, max)
        section.goals = [
            .atMost(500e-9, times.own, "reading one's own `/users/$uid` decided in less than 500 ns", measured: times.own.nanoseconds),
            .atMost(100e-9, predicate, "the predicate alone in less than 100 ns", measured: predicate.nanoseconds),
            .atMost(
                3, predicate / times.byHand, "and in less than 3 times what the same costs in Swift",
                measured: "\((predicate / times.byHand).digits(2)) times"),
            .atMost(
                750e-9, times.lookup, "a lookup with `root.child(..).child(..).val()` among 10,000 children in less than 750 ns",
                measured: times.lookup.nanoseconds),
            .atMost(
                2e-6, slowest, "a write with a `.validate` of five clauses in less than 2 µs, for any number of siblings",
                measured: slowest.nanoseconds),
            .atMost(
                50e-6, times.hundredFields, "a write of 100 fields with a `.validate` each in less than 50 µs",
                measured: times.hundredFields.nanoseconds),
        ]
        return section
    }
}

extension Double {
    /// A time in seconds as text, in nanoseconds below 10 µs.
    fileprivate var nanoseconds: String { self < 10e-6 ? "\((self * 1e9).digits(0)) ns" : time }
}
