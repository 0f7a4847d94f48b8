public import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import Synchronization

extension FirebaseSimpleLogin {
    /// What is called when a login has ended, and when its session has.
    public typealias LoginBlock = @MainActor @Sendable (_ error: NSError?, _ user: FAUser?) -> Void
    /// What is called when something was done, or was not.
    public typealias SuccessBlock = @MainActor @Sendable (_ error: NSError?, _ success: Bool) -> Void

    /// A way to sign in, and the account of the device that it is about.
    struct Way: Sendable {
        var signIn: SignInWay
        var account: ACAccount?
    }

    /// Begins a login before it returns, tells its block how it ended, and again when the session ends by itself.
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

    /// The account that was found on the way.
    private final class Chosen: Sendable {
        private let account = Mutex<ACAccount?>(nil)
        var value: ACAccount? {
            get { account.withLock { $0 } }
            set { account.withLock { $0 = newValue } }
        }
    }

    /// Does something and tells its block whether it was done.
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
