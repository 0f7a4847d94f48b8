public import LatchkeyAuth
public import LatchkeyFirebase2

/// Signs people in at a database: Firebase Simple Login, of 2013 and 2014.
///
/// ```swift
/// let authClient = FirebaseSimpleLogin(ref: Firebase(url: "https://example.firebaseio.com"))
/// authClient.checkAuthStatusWithBlock { error, user in … }
/// ```
///
/// Blocks are called on the main actor. That of a login is called once, and once more with nothing when the session ends later by itself.
public final class FirebaseSimpleLogin: Sendable {
    /// The database.
    public let ref: Firebase
    /// The accounts of the device.
    public let accountStore: ACAccountStore

    /// - Parameter accountStore: the device's own unless given.
    public init(ref: Firebase, accountStore: ACAccountStore = ACAccountStore()) {
        self.ref = ref
        self.accountStore = accountStore
    }

    /// The options of the original, none of which means anything here.
    public convenience init(ref: Firebase, andOptions options: [String: Any]?) {
        self.init(ref: ref)
    }

    /// The version of this module.
    public static func sdkVersion() -> String { "0.1.0" }

    /// Asks who is signed in since the last run; the block gets neither an error nor a user for nobody.
    ///
    /// A session that cannot be read is an error, `FAErrorUnknown`. Anonymous and Google sessions are kept as well; the original lost them.
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
