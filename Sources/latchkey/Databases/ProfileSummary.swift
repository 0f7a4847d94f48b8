import Foundation

/// A summary of the operations on a database, by kind and path.
struct ProfileSummary {
    private struct Operation: Decodable {
        struct Query: Decodable {
            struct Index: Decodable { var path: [String] }
            var index: Index
        }

        var name: String
        var path: [String]
        var bytes: Int
        var millis: Double
        var allowed: Bool?
        var unIndexed: Bool?
        var querySet: [Query]?
    }

    private struct Place: Hashable {
        let name: String
        let path: String
    }

    private let seconds: Int
    private var places: [Place: ProfileReport.Place] = [:]
    private var unindexed: [[String]: Int] = [:]
    private var total = 0

    /// The maximum number of distinct paths; operations on further paths are counted together.
    private static let maxPlaces = 10_000
    private static let otherPaths = "(other paths)"

    init(seconds: Int) {
        self.seconds = seconds
    }

    mutating func add(_ line: [UInt8]) {
        guard let operation = try? JSONDecoder().decode(Operation.self, from: Data(line)) else { return }
        total += 1
        var path = "/" + operation.path.joined(separator: "/")
        if places.count >= Self.maxPlaces, places[Place(name: operation.name, path: path)] == nil { path = Self.otherPaths }
        var place =
            places[Place(name: operation.name, path: path)]
            ?? ProfileReport.Place(name: operation.name, path: path, count: 0, milliseconds: 0, longest: 0, bytes: 0, denied: 0)
        place.count += 1
        place.milliseconds += operation.millis
        place.longest = max(place.longest, operation.millis)
        place.bytes += operation.bytes
        if operation.allowed == false { place.denied += 1 }
        places[Place(name: operation.name, path: path)] = place
        if operation.unIndexed == true, unindexed.count < Self.maxPlaces {
            let index = operation.querySet?.first?.index.path.joined(separator: "/") ?? ""
            unindexed[[path, index], default: 0] += 1
        }
    }

    var report: ProfileReport {
        let sorted = places.values.sorted { ($0.milliseconds, $0.path) > ($1.milliseconds, $1.path) }
        return ProfileReport(
            seconds: seconds, operations: total, places: Array(sorted.prefix(1000)),
            unindexed: unindexed.map { ProfileReport.Unindexed(path: $0.key[0], index: $0.key[1], count: $0.value) }
                .sorted { ($0.count, $1.path) > ($1.count, $0.path) })
    }
}

struct ProfileReport: Encodable, Sendable {
    struct Place: Encodable, Sendable {
        /// Firebase's name for the operation.
        var name: String
        var path: String
        var count: Int
        /// The total of all operations.
        var milliseconds: Double
        var longest: Double
        var bytes: Int
        var denied: Int
    }

    struct Unindexed: Encodable, Sendable {
        var path: String
        var index: String
        var count: Int
    }

    var seconds: Int
    var operations: Int
    /// Sorted by total time, longest first.
    var places: [Place]
    var unindexed: [Unindexed]

    private static let shown = 20

    var text: String {
        guard operations > 0 else { return "There were no operations in \(Count.text(seconds, "second"))." }
        var parts = ["\(Count.text(operations, "operation")) in \(Count.text(seconds, "second"))."]
        var slow = TextTable("operation", "path", "count", "ms each", "longest", "bytes")
        for place in places.prefix(Self.shown) {
            let each = place.milliseconds / Double(place.count)
            slow.add(place.name, place.path, "\(place.count)", Self.text(each), Self.text(place.longest), "\(place.bytes)")
        }
        parts.append("Time by operation and path:\n" + slow.text)
        if !unindexed.isEmpty {
            var table = TextTable("path", "missing index", "queries")
            for query in unindexed.prefix(Self.shown) { table.add(query.path, query.index, "\(query.count)") }
            parts.append("Queries without .indexOn:\n" + table.text)
        }
        let denied = places.filter { $0.denied > 0 }.sorted { $0.denied > $1.denied }
        if !denied.isEmpty {
            var table = TextTable("operation", "path", "denied")
            for place in denied.prefix(Self.shown) { table.add(place.name, place.path, "\(place.denied)") }
            parts.append("Denied (`latchkey rules why --last` explains the last denial):\n" + table.text)
        }
        return parts.joined(separator: "\n\n")
    }

    private static func text(_ milliseconds: Double) -> String { String(format: "%.2f", milliseconds) }
}
