import LatchkeyTree

extension DatabaseQuery {
    /// The value, as soon as it is known, and after every change. Who is slow gets the latest value alone.
    ///
    /// It ends with an error where reading is not allowed, or not any more.
    public var values: AsyncThrowingStream<DataSnapshot, any Error> {
        stream(.value, .bufferingNewest(1))
    }

    /// Events of children, none of which is left out; of ``DataEventType/value`` the latest one.
    public func events(_ eventType: DataEventType) -> AsyncThrowingStream<DataSnapshot, any Error> {
        stream(eventType, eventType == .value ? .bufferingNewest(1) : .unbounded)
    }

    /// The first event.
    ///
    /// - Throws: an error of ``DatabaseErrorDomain`` where reading is not allowed.
    public func observeSingleEvent(of eventType: DataEventType) async throws -> DataSnapshot {
        for try await snapshot in stream(eventType, .bufferingOldest(1), isOnce: true) { return snapshot }
        throw CancellationError()
    }

    /// The value as the server has it now, or as it is known by an observer.
    ///
    /// Without a connection, and without an observer, it fails after three seconds.
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

    public func getData() async throws -> DataSnapshot {
        try await answer { get($0) }
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
