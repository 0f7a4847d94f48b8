public import LatchkeyAuth
public import LatchkeyFirebase2

/// A client for signing in to a database: Firebase Simple Login, as of 2013 and 2014.
///
/// ```swift
/// let authClient = FirebaseSimpleLogin(ref: Firebase(url: "https://example.firebaseio.com"))
/// authClient.checkAuthStatusWithBlock { error, user in … }
/// ```
///
/// Blocks are called on the main actor. The block of a login is called once with the result. It is called again with `nil` for both
/// arguments if the session later ends without a sign-out or another sign-in by the app.
public final class FirebaseSimpleLogin: Sendable {
    /// The database.
    public let ref: Firebase
    /// The accounts of the device.
    public let accountStore: ACAccountStore

    /// Creates a client.
    ///
    /// - Parameter accountStore: The accounts of the device; the device's own store by default.
    public init(ref: Firebase, accountStore: ACAccountStore = ACAccountStore()) {
        self.ref = ref
        self.accountStore = accountStore
    }

    /// Creates a client. The options are accepted for compatibility and ignored.
    public convenience init(ref: Firebase, andOptions options: [String: Any]?) {
        self.init(ref: ref)
    }

    /// The version of this module.
    public static func sdkVersion() -> String { "0.1.0" }

    /// Reports the user of the stored session; the block receives neither an error nor a user if no user is signed in.
    ///
    /// A session that cannot be read is reported as `FAErrorUnknown`. Anonymous and Google sessions are kept too; the original lost them.
    public func checkAuthStatusWithBlock(_ block: @escaping LoginBlock) {
        perform { [ref] in
            let client = try ref.requireClient()
            guard let authData = try await client.confirm(ended: { block(nil, nil) }) else { return { block(nil, nil) } }
            return { block(nil, FAUser(authData, account: nil)) }
        } failing: { error in
            block(error, nil)
        }
    }

    /// Signs out.
    public func logout() { ref.unauth() }
}
