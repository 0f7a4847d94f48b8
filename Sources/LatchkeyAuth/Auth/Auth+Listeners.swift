import Synchronization

/// What removes a listener again.
public final class AuthListenerHandle: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    func cancel() { task.cancel() }
}

/// The handle of ``Auth/addStateDidChangeListener(_:)``, by Firebase's name.
public typealias AuthStateDidChangeListenerHandle = AuthListenerHandle
/// The handle of ``Auth/addIDTokenDidChangeListener(_:)``, by Firebase's name.
public typealias IDTokenDidChangeListenerHandle = AuthListenerHandle

extension Auth {
    /// Who is signed in, now and after every change; the first value comes at once and is definite.
    public var authStateChanges: AsyncStream<User?> { changes(.account) }

    /// The same, and once more for every new ID token.
    public var idTokenChanges: AsyncStream<User?> { changes(.token) }

    /// Calls on the main actor with who is signed in: soon after this call, and after every change.
    @discardableResult
    public func addStateDidChangeListener(
        _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        listen(to: authStateChanges, listener)
    }

    /// Stops a listener; called on the main actor it is not called any more.
    public func removeStateDidChangeListener(_ handle: AuthStateDidChangeListenerHandle) {
        handle.cancel()
    }

    /// The same as ``addStateDidChangeListener(_:)``, and once more for every new ID token.
    @discardableResult
    public func addIDTokenDidChangeListener(
        _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> IDTokenDidChangeListenerHandle {
        listen(to: idTokenChanges, listener)
    }

    /// Stops a listener; called on the main actor it is not called any more.
    public func removeIDTokenDidChangeListener(_ handle: IDTokenDidChangeListenerHandle) {
        handle.cancel()
    }

    private func changes(_ kind: AuthObservers.Kind) -> AsyncStream<User?> {
        let (stream, continuation) = AsyncStream.makeStream(of: User?.self)
        let id = state.withLock { state in
            state.observers.add(kind, continuation, user: state.current?.user(of: self))
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.observers.remove(id) }
        }
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
