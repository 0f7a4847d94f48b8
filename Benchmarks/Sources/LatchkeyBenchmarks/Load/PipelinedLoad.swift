/// Batches of requests on connections that stay open, each driven by a thread of its own.
struct PipelinedLoad: Sendable {
    private let connections: [PipelinedConnection]
    private let batches: [[PipelinedBatch]]
    private let status: Int

    /// How many requests of a connection are on their way at once.
    static let depth = 16

    /// - Parameters:
    ///   - requests: For each connection the requests that it sends in turn, over and over.
    ///   - status: The status of every reply.
    init(port: Int, _ requests: [[[UInt8]]], expecting status: Int) throws {
        connections = try requests.map { _ in try PipelinedConnection(port: port) }
        batches = requests.map { requests in
            // A single request is repeated; a round has to come out even, so that the next one begins where it began.
            let whole = requests.count.isMultiple(of: Self.depth) ? requests : (0..<Self.depth).flatMap { _ in requests }
            return stride(from: 0, to: whole.count, by: Self.depth).map { PipelinedBatch(Array(whole[$0..<$0 + Self.depth])) }
        }
        self.status = status
    }

    /// Sends so many requests, rounded up to whole batches of every connection, and waits for their replies.
    ///
    /// - Returns: How many it sent.
    /// - Throws: ``BenchmarkFailure`` for the first reply with another status.
    func send(_ count: Int) throws -> Int {
        let share = (count + connections.count * Self.depth - 1) / (connections.count * Self.depth)
        _ = try Threads.run(connections.count) { index in
            for turn in 0..<share { try connections[index].exchange(batches[index][turn % batches[index].count], expecting: status) }
        }
        return share * connections.count * Self.depth
    }
}
