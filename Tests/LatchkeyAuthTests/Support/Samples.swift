import Foundation
import LatchkeySecrets
import Synchronization

@testable import LatchkeyAuth

/// A clock that stands still until a test moves it.
final class HandClock: Sendable {
    private let seconds = Mutex<Double>(1_800_000_000)

    var now: @Sendable () -> Date {
        { [self] in Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    }

    func advance(seconds: Double) {
        self.seconds.withLock { $0 += seconds }
    }
}

extension Auth {
    /// An instance for one test: scripted replies, an in-memory session, a clock that stands still, constant IDs.
    convenience init(
        _ transport: ScriptedTransport, storage: any SessionStorage = MemorySessionStorage(),
        clock: HandClock = HandClock(), webFlow: any WebFlow = LoopbackWebFlow(timeout: .seconds(30)),
        tenantID: String? = nil
    ) {
        self.init(
            configuration: AuthConfiguration(serverURL: "http://127.0.0.1:9099", apiKey: "k", tenantID: tenantID),
            transport: transport, storage: storage, now: clock.now,
            random: RandomTokens { Array(repeating: 0, count: $0) }, webFlow: webFlow)
    }
}

/// Server responses that many tests need.
enum Sample {
    static func tokens(_ name: String = "1") -> String {
        #""idToken":"id-\#(name)","refreshToken":"refresh-\#(name)","expiresIn":"3600""#
    }

    /// The response of `accounts:lookup`.
    static func account(
        _ uid: String = "u1", email: String? = nil, hasPassword: Bool = false, providers: [String] = []
    ) -> String {
        var members = [#""localId":"\#(uid)""#, #""createdAt":"1700000000000""#, #""lastLoginAt":"1700000001500""#]
        if let email { members.append(#""email":"\#(email)""#) }
        if hasPassword { members.append(#""passwordHash":"UkVEQUNURUQ=""#) }
        if !providers.isEmpty {
            let entries = providers.map { #"{"providerId":"\#($0)","rawId":"raw","federatedId":"raw"}"# }
            members.append(#""providerUserInfo":[\#(entries.joined(separator: ","))]"#)
        }
        return #"{"kind":"identitytoolkit#GetAccountInfoResponse","users":[{\#(members.joined(separator: ","))}]}"#
    }

    static let passwordSignIn = #"{"localId":"u1","email":"ann@example.com","registered":true,\#(tokens())}"#

    /// The response to a first Twitter sign-in.
    static let twitter = #"""
        {"kind":"identitytoolkit#VerifyAssertionResponse","providerId":"twitter.com","federatedId":"111","localId":"u1",
        "displayName":"Ann","screenName":"ann","username":"ann","photoUrl":"https://pbs.example/p.jpg",
        "rawUserInfo":"{\"id_str\":\"111\",\"followers_count\":3,\"verified\":false,\"status\":null}",
        "oauthAccessToken":"111-tok","oauthTokenSecret":"sec","isNewUser":true,"context":"",\#(tokens())}
        """#

    /// The response when another account has the email address.
    static let conflict = #"""
        {"kind":"identitytoolkit#VerifyAssertionResponse","providerId":"twitter.com","federatedId":"111","localId":"u7",
        "email":"ann@example.com","emailVerified":false,"oauthAccessToken":"111-tok","oauthTokenSecret":"sec",
        "pendingToken":"pending-1","needConfirmation":true,"verifiedProvider":[]}
        """#

    static func token(_ name: String, expiresIn: String = "3600") -> String {
        #"{"access_token":"id-\#(name)","id_token":"id-\#(name)","expires_in":"\#(expiresIn)","#
            + #""refresh_token":"refresh-1","token_type":"Bearer","user_id":"u1","project_id":"12345"}"#
    }

    /// Signs in with a password and discards the recorded requests.
    static func signedIn(
        _ transport: ScriptedTransport, storage: any SessionStorage = MemorySessionStorage(),
        clock: HandClock = HandClock(), providers: [String] = ["password"]
    ) async throws -> (auth: Auth, user: User) {
        let setUp = ScriptedTransport(
            passwordSignIn, account(email: "ann@example.com", hasPassword: true, providers: providers))
        let session = MemorySessionStorage()
        try await Auth(setUp, storage: session, clock: clock).signIn(
            withEmail: "ann@example.com", password: "secret-1")
        try storage.save(session.load() ?? [])
        let auth = Auth(transport, storage: storage, clock: clock)
        guard let user = auth.currentUser else { throw ScriptedTransport.Failure(text: "Not restored") }
        return (auth, user)
    }
}

/// Reduces an error to its code for comparison.
func code(_ error: (any Error)?) -> AuthErrorCode? {
    guard let error = error as NSError?, error.domain == AuthErrorDomain else { return nil }
    return AuthErrorCode(rawValue: error.code)
}

/// Runs an operation that must fail, and returns its error.
func failure(of operation: () async throws -> Void) async -> NSError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as NSError
    }
}
