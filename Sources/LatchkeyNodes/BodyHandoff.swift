import NIOCore

/// Hands the parts of a body from one task to another, one part at a time.
///
/// HTTPClient may read a body in a task that outlives the request, and the body of a server's request must not be read by two tasks.
actor BodyHandoff {
    private var part: ByteBuffer?
    private var isOver = false
    private var error: (any Error)?
    private var isWanted = false
    private var wanting: CheckedContinuation<Bool, Never>?
    private var giver: CheckedContinuation<Bool, Never>?
    private var taker: CheckedContinuation<ByteBuffer?, any Error>?

    /// Waits until the first part is to be taken.
    ///
    /// - Returns: `false` if nothing will be taken.
    func waitUntilWanted() async -> Bool {
        if isWanted || isOver { return isWanted }
        return await withCheckedContinuation { wanting = $0 }
    }

    /// Waits until the part was taken. Call it from one task.
    ///
    /// - Returns: `false` if nothing is taken any more.
    func give(_ part: ByteBuffer) async -> Bool {
        if isOver { return false }
        if let taker {
            self.taker = nil
            taker.resume(returning: part)
            return true
        }
        self.part = part
        return await withCheckedContinuation { giver = $0 }
    }

    /// Ends the body, and all waiting.
    ///
    /// - Parameter error: The reason why the body is incomplete; `nil` if it is complete.
    func finish(_ error: (any Error)? = nil) {
        if !isOver { self.error = error }
        isOver = true
        wanting?.resume(returning: false)
        giver?.resume(returning: false)
        taker?.resume(with: end)
        (part, wanting, giver, taker) = (nil, nil, nil, nil)
    }

    private var end: Result<ByteBuffer?, any Error> { error.map { .failure($0) } ?? .success(nil) }

    fileprivate func take() async throws -> ByteBuffer? {
        isWanted = true
        wanting?.resume(returning: true)
        wanting = nil
        if let part {
            giver?.resume(returning: true)
            (self.part, giver) = (nil, nil)
            return part
        }
        if isOver { return try end.get() }
        return try await withCheckedThrowingContinuation { taker = $0 }
    }
}

extension BodyHandoff: AsyncSequence {
    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let body: BodyHandoff

        func next() async throws -> ByteBuffer? { try await body.take() }
    }

    nonisolated func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}
