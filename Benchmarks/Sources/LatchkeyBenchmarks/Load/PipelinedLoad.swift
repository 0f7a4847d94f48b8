/// Batches of requests on keep-alive connections. Each connection has its own thread.
struct PipelinedLoad: Sendable {
    private let connections: [PipelinedConnection]
    private let batches: [[PipelinedBatch]]
    private let status: Int

    /// The number of requests in flight per connection.
    static let depth = 16

    /// - Parameters:
    ///   - requests: For each connection, the requests that it sends in turn, repeatedly.
    ///   - status: The expected status of every response.
    init(port: Int, _ requests: [[[UInt8]]], expecting status: Int) throws {
        connections = try requests.map { _ in try PipelinedConnection(port: port) }
        batches = requests.map { requests in
            // Requests are repeated to fill whole batches, so that every round starts with the same request.
            let whole = requests.count.isMultiple(of: Self.depth) ? requests : (0..<Self.depth).flatMap { _ in requests }
            return stride(from: 0, to: whole.count, by: Self.depth).map { PipelinedBatch(Array(whole[$0..<$0 + Self.depth])) }
        }
        self.status = status
    }

    /// Sends requests, rounded up to whole batches on every connection, and waits for the responses.
    ///
    /// - Returns: The number of requests sent.
    /// - Throws: ``BenchmarkFailure`` for the first response with another status.
    func send(_ count: Int) throws -> Int {
        let share = (count + connections.count * Self.depth - 1) / (connections.count * Self.depth)
        _ = try Threads.run(connections.count) { index in
            for turn in 0..<share { try connections[index].exchange(batches[index][turn % batches[index].count], expecting: status) }
        }
        return share * connections.count * Self.depth
    }
}
