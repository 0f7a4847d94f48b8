public import LatchkeyTree

/// One thing that was done to a database, as Firebase's profiler tells it.
public struct ProfiledOperation: Sendable {
    public let kind: Kind
    /// Milliseconds since 1970.
    public let at: Double
    /// Where; the root for clients that come and go.
    public let path: TreePath
    /// Bytes of JSON that were sent or taken.
    public var bytes: Int
    /// How long it took.
    public var milliseconds: Double
    /// Whether the rules allowed it; nil where they have no say.
    public var isAllowed: Bool?
    /// The query; nil for everything and for writes.
    public var query: Query?
    /// Whether the rules lack the index of the query.
    public var isUnindexed: Bool

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

    /// Firebase's names.
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
    /// With the members of Firebase's: `name`, `timestamp`, `path` as a list of keys, `bytes`, `millis`, `allowed`, `unIndexed` and
    /// `querySet`.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"name\":\"\(kind.rawValue)\",\"timestamp\":\(Int64(at)),\"path\":[")
        for (index, key) in path.keys.enumerated() {
            if index > 0 { writer.append(raw: ",") }
            writer.append(quoting: key.text)
        }
        // Thousandths of a millisecond say enough.
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
