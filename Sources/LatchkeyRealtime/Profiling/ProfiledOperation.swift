public import LatchkeyTree

/// An operation on a database, as Firebase's profiler reports it.
public struct ProfiledOperation: Sendable {
    /// The kind of operation.
    public let kind: Kind
    /// The time in milliseconds since 1970.
    public let at: Double
    /// The location of the operation; the root for connects and disconnects.
    public let path: TreePath
    /// The number of bytes of JSON that were sent or received.
    public var bytes: Int
    /// The duration in milliseconds.
    public var milliseconds: Double
    /// Whether the rules allowed the operation; `nil` if they do not apply.
    public var isAllowed: Bool?
    /// The query; `nil` for writes and for reads without a query.
    public var query: Query?
    /// Whether the rules lack an index for the query.
    public var isUnindexed: Bool

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - at: The time in milliseconds since 1970.
    ///   - bytes: The number of bytes of JSON that were sent or received.
    ///   - milliseconds: The duration in milliseconds.
    public init(
        _ kind: Kind, at: Double, path: TreePath = .root, bytes: Int = 0, milliseconds: Double = 0, isAllowed: Bool? = nil,
        query: Query? = nil, isUnindexed: Bool = false
    ) {
        self.kind = kind
        self.at = at
        self.path = path
        self.bytes = bytes
        self.milliseconds = milliseconds
        self.isAllowed = isAllowed
        self.query = query
        self.isUnindexed = isUnindexed
    }

    /// The kinds of operations, with the names of Firebase's profiler.
    public enum Kind: String, Sendable, CaseIterable {
        case connect = "concurrent-connect"
        case disconnect = "concurrent-disconnect"
        case realtimeRead = "realtime-read"
        case realtimeWrite = "realtime-write"
        case realtimeTransaction = "realtime-transaction"
        case realtimeUpdate = "realtime-update"
        case listen = "listener-listen"
        case broadcast = "listener-broadcast"
        case unlisten = "listener-unlisten"
        case restRead = "rest-read"
        case restWrite = "rest-write"
        case restUpdate = "rest-update"
    }
}

extension ProfiledOperation {
    /// The operation as JSON, with the members of Firebase's profiler: `name`, `timestamp`, `path` as a list of keys, `bytes`, `millis`,
    /// `allowed`, `unIndexed` and `querySet`.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"name\":\"\(kind.rawValue)\",\"timestamp\":\(Int64(at)),\"path\":[")
        for (index, key) in path.keys.enumerated() {
            if index > 0 { writer.append(raw: ",") }
            writer.append(quoting: key.text)
        }
        // Rounds to thousandths of a millisecond.
        let millis = (milliseconds * 1000).rounded() / 1000
        writer.append(raw: "],\"bytes\":\(bytes),\"millis\":\(JSONNumber.text(millis))")
        if let isAllowed { writer.append(raw: ",\"allowed\":\(isAllowed)") }
        if isUnindexed { writer.append(raw: ",\"unIndexed\":true") }
        if let query {
            writer.append(raw: ",\"querySet\":[{\"index\":{\"path\":[")
            writer.append(quoting: query.order.indexName ?? ".priority")
            writer.append(raw: "]},\"query\":\(query.queryObjectText)}]")
        }
        writer.append(raw: "}")
        return writer.bytes
    }
}
