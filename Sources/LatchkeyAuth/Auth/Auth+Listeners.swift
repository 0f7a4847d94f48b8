import Synchronization

/// The handle of a listener, for removing it.
public final class AuthListenerHandle: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    func cancel() { task.cancel() }
}

/// Firebase's name for the handle of ``Auth/addStateDidChangeListener(_:)``.
public typealias AuthStateDidChangeListenerHandle = AuthListenerHandle
/// Firebase's name for the handle of ``Auth/addIDTokenDidChangeListener(_:)``.
public typealias IDTokenDidChangeListenerHandle = AuthListenerHandle

extension Auth {
    /// The signed-in user, now and after every change. The first value is the current state and arrives immediately.
    public var authStateChanges: AsyncStream<User?> { changes(.account) }

    /// The signed-in user, as in ``authStateChanges``, and additionally whenever the ID token changes.
    public var idTokenChanges: AsyncStream<User?> { changes(.token) }

    /// Calls a listener on the main actor with the signed-in user: once soon after this call, and after every change.
    @discardableResult
    public func addStateDidChangeListener(
        _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        listen(to: authStateChanges, listener)
    }

    /// Removes a listener. If you call this on the main actor, the listener is not called again.
    public func removeStateDidChangeListener(_ handle: AuthStateDidChangeListenerHandle) {
        handle.cancel()
    }

    /// Calls a listener as ``addStateDidChangeListener(_:)`` does, and additionally whenever the ID token changes.
    @discardableResult
    public func addIDTokenDidChangeListener(
        _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> IDTokenDidChangeListenerHandle {
        listen(to: idTokenChanges, listener)
    }

    /// Removes a listener. If you call this on the main actor, the listener is not called again.
    public func removeIDTokenDidChangeListener(_ handle: IDTokenDidChangeListenerHandle) {
        handle.cancel()
    }

    private func changes(_ kind: AuthObservers.Kind) -> AsyncStream<User?> {
        let (stream, continuation) = AsyncStream.makeStream(of: User?.self)
        let (id, ended) = state.withLock { state in
            (state.observers.add(kind, continuation, user: state.current?.user(of: self)), state.observers.ended)
        }
        continuation.onTermination = { _ in ended.add(id) }
        return stream
    }

    private func listen(
        to changes: AsyncStream<User?>, _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> AuthListenerHandle {
        AuthListenerHandle(
            Task { @MainActor [weak self] in
                for await user in changes {
                    guard let self, !Task.isCancelled else { return }
                    listener(self, user)
                }
            })
    }
}
