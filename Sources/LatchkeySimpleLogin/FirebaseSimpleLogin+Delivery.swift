public import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import Synchronization

extension FirebaseSimpleLogin {
    /// A block that is called when a login completes, and again when its session ends.
    public typealias LoginBlock = @MainActor @Sendable (_ error: NSError?, _ user: FAUser?) -> Void
    /// A block that is called when an operation succeeds or fails.
    public typealias SuccessBlock = @MainActor @Sendable (_ error: NSError?, _ success: Bool) -> Void

    /// A sign-in method, and the device account that it uses.
    struct Way: Sendable {
        var signIn: SignInWay
        var account: ACAccount?
    }

    /// Begins a login before returning. Calls the block with the result, and again if the session later ends
    /// without a sign-out or another sign-in by the app.
    func login(_ block: @escaping LoginBlock, _ way: @escaping @Sendable (FirebaseClient) async throws -> Way) {
        let attempt = try? ref.client.get().beginAttempt()
        perform { [ref] in
            let client = try ref.requireClient()
            let account = Chosen()
            let authData = try await client.signIn(attempt ?? client.beginAttempt(), ended: { block(nil, nil) }) { client in
                let way = try await way(client)
                account.value = way.account
                return way.signIn
            }
            let user = FAUser(authData, account: account.value)
            return { block(nil, user) }
        } failing: { error in
            block(error, nil)
        }
    }

    /// The device account that the sign-in method resolved to.
    private final class Chosen: Sendable {
        private let account = Mutex<ACAccount?>(nil)
        var value: ACAccount? {
            get { account.withLock { $0 } }
            set { account.withLock { $0 = newValue } }
        }
    }

    /// Runs an operation and reports its success to the block.
    func succeed(_ block: @escaping SuccessBlock, _ operation: @escaping @Sendable (Firebase) async throws -> Void) {
        perform { [ref] in
            try await operation(ref)
            return { block(nil, true) }
        } failing: { error in
            block(error, false)
        }
    }

    func perform(
        _ operation: @escaping @Sendable () async throws -> @MainActor @Sendable () -> Void,
        failing: @escaping @MainActor @Sendable (NSError) -> Void
    ) {
        Task {
            do {
                let tell = try await operation()
                await tell()
            } catch {
                await failing(SimpleLoginError.make(error))
            }
        }
    }
}
