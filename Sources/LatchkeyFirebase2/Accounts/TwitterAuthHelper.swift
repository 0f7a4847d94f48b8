public import Foundation
public import LatchkeyAuth
import Synchronization

/// A helper that signs users in with the Twitter accounts of the device, as in Firebase's guide for 2.x.
public final class TwitterAuthHelper: Sendable {
    /// The device's account store.
    public let store: ACAccountStore
    /// The database that users sign in to.
    public let ref: Firebase
    /// The consumer key of the project's Twitter application.
    public let apiKey: String
    private let found = Mutex<[ACAccount]>([])

    /// The accounts that ``selectTwitterAccountWithCallback(_:)`` found.
    public var accounts: [ACAccount] { found.withLock { $0 } }

    /// Creates a helper.
    ///
    /// - Parameter store: The account store; the device's own store by default.
    public init(firebaseRef ref: Firebase, apiKey: String, store: ACAccountStore = ACAccountStore()) {
        self.ref = ref
        self.apiKey = apiKey
        self.store = store
    }

    /// Finds the device's Twitter accounts. The app passes one of them to ``authenticateAccount(_:withCallback:)``.
    ///
    /// If there is no account, the error is ``AuthHelperError/accountAccessDenied``, as in the original.
    public func selectTwitterAccountWithCallback(_ callback: @escaping @MainActor (_ error: NSError?, _ accounts: [ACAccount]) -> Void) {
        deliver(to: { callback($0, $1 ?? []) }) { try await self.selectTwitterAccount() }
    }

    /// Signs in with an account. The token comes from the store, or, for a system account, from reverse auth.
    public func authenticateAccount(
        _ account: ACAccount?, withCallback callback: @escaping @MainActor (_ error: NSError?, _ authData: FAuthData?) -> Void
    ) {
        let attempt = account == nil ? nil : try? ref.client.get().beginAttempt()
        deliver(to: callback) { try await self.authenticate(account, attempt) }
    }

    /// The `async` variant of ``selectTwitterAccountWithCallback(_:)``.
    public func selectTwitterAccount() async throws -> [ACAccount] {
        guard try await store.requestAccess(to: .twitter) else {
            throw AuthHelperError.accountAccessDenied.error("Access to the Twitter accounts of this device was denied.")
        }
        let accounts = try store.accounts(of: .twitter, for: ref.requireClient().auth)
        guard !accounts.isEmpty else {
            throw AuthHelperError.accountAccessDenied.error("There are no Twitter accounts on this device. Add one first.")
        }
        found.withLock { $0 = accounts }
        return accounts
    }

    /// The `async` variant of ``authenticateAccount(_:withCallback:)``.
    @discardableResult
    public func authenticateAccount(_ account: ACAccount?) async throws -> FAuthData {
        try await authenticate(account, nil)
    }

    private func authenticate(_ account: ACAccount?, _ attempt: SignInAttempt?) async throws -> FAuthData {
        guard let account else { throw AuthHelperError.accountAccessDenied.error("There is no account to sign in with.") }
        let (store, apiKey) = (store, apiKey)
        let client = try ref.requireClient()
        return try await client.signIn(attempt ?? client.beginAttempt()) { client in
            let parameters: [String: String]
            do {
                parameters = try await store.parameters(of: account, consumerKey: apiKey, auth: client.auth)
            } catch let error as NSError where error.domain == AuthErrorDomain {
                throw error
            } catch {
                throw AuthHelperError.oAuthTokenRequestDenied.error("\(error)", underlying: error)
            }
            return .credential(try ProviderNames.credential("twitter", parameters))
        }
    }
}

/// An error of ``TwitterAuthHelper``.
public enum AuthHelperError: Int, Sendable {
    /// The user denied access to the accounts of the device, or there are none.
    case accountAccessDenied = -1
    /// Twitter issued no token for the account.
    case oAuthTokenRequestDenied = -2

    /// The domain of these errors.
    public static let domain = "TwitterAuthHelper"

    func error(_ text: String, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text, "details": text]
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: Self.domain, code: rawValue, userInfo: userInfo)
    }
}
