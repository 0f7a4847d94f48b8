import LatchkeyTree

extension DatabaseQuery {
    /// The value when it is first known, and after each change. A slow consumer only receives the latest value.
    ///
    /// The stream ends with an error if the rules deny reading, or if they do so later.
    public var values: AsyncThrowingStream<DataSnapshot, any Error> {
        stream(.value, .bufferingNewest(1))
    }

    /// Returns a stream of events. No child event is skipped; for ``DataEventType/value`` a slow consumer only receives the latest one.
    public func events(_ eventType: DataEventType) -> AsyncThrowingStream<DataSnapshot, any Error> {
        stream(eventType, eventType == .value ? .bufferingNewest(1) : .unbounded)
    }

    /// Returns the first event.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain`` if the rules deny reading.
    public func observeSingleEvent(of eventType: DataEventType) async throws -> DataSnapshot {
        for try await snapshot in stream(eventType, .bufferingOldest(1), isOnce: true) { return snapshot }
        throw CancellationError()
    }

    /// Calls the block with the current value from the server, or the cached value if an observer keeps it up to date.
    ///
    /// Without a connection and without cached data the call fails after three seconds.
    public func getData(completion block: @escaping @MainActor @Sendable ((any Error)?, DataSnapshot?) -> Void) {
        get { [self] result in
            database.repo.main.send {
                switch result {
                case .success(let snapshot): block(nil, snapshot)
                case .failure(let error): block(error, nil)
                }
            }
        }
    }

    /// Returns the current value from the server, or the cached value if an observer keeps it up to date.
    ///
    /// Without a connection and without cached data the call fails after three seconds.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain``, or `CancellationError`.
    public func getData() async throws -> DataSnapshot {
        try await reply { get($0) }
    }

    private func get(_ completion: @escaping @Sendable (Result<DataSnapshot, any Error>) -> Void) {
        do {
            database.repo.get(location, query: try parameters.query) { [self] result in
                completion(result.map { DataSnapshot(ref, $0, parameters.order ?? .priority) })
            }
        } catch {
            completion(.failure(error))
        }
    }

    private func stream(
        _ type: DataEventType, _ policy: AsyncThrowingStream<DataSnapshot, any Error>.Continuation.BufferingPolicy,
        isOnce: Bool = false
    ) -> AsyncThrowingStream<DataSnapshot, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: DataSnapshot.self, bufferingPolicy: policy)
        let registration = Registration(
            type, isOnce: isOnce,
            sink: .direct(
                event: { [self] event in
                    continuation.yield(snapshot(event))
                    if isOnce { continuation.finish() }
                },
                cancel: { continuation.finish(throwing: $0) }))
        continuation.onTermination = { [repo = database.repo, location] _ in
            repo.remove(at: location) { $0 === registration }
        }
        add(registration)
        return stream
    }
}
