/// What a server insists on to keep accounts safe, beyond what Firebase's calls require.
///
/// A real server insists on everything. The emulator insists on nothing, as Google's does not, because test suites rely on what Google's
/// lets pass. Each value is read where its decision is made.
public struct AccountPolicies: Sendable, Equatable {
    /// Tokens end with their session, and a change of a way in ends the account's sessions. Without it, an ID token is good until
    /// `validSince` passes its `iat`, and a refresh token for as long as the account exists.
    public var endsSessions = true
    /// The last way in cannot be removed.
    public var keepsLastWayIn = true
    /// Changes of ways in need a recent sign-in, and changes of second factors one with a second factor.
    public var requiresRecentSignIn = true
    /// The first proof of an address removes every credential from before. Without it, only password and phone number go when a provider
    /// vouches for the address.
    public var emptiesUnprovenAccounts = true
    /// `RECOVER_EMAIL` is sent to confirmed addresses only, and removes every way in. Without it, the first address gets it and is restored.
    public var recoversConfirmedAddressesOnly = true
    /// A phone number that signs in cannot be a second factor of the account too.
    public var separatesPhoneNumbers = true
    /// Only the right password is told that the account is disabled.
    public var hidesDisabledAccounts = true

    /// Codes, temporary proofs and sign-ins that wait for a second factor expire, allow few attempts and work once. A change of the
    /// password or address invalidates pending codes, and codes of a disabled account have no effect.
    public var limitsCodes = true
    /// With enumeration protection, an account gets a new address only after verification, and no answer reveals which addresses are taken.
    public var protectsAddresses = true
    /// Linking a provider fills in the account's missing name and picture.
    public var fillsProfiles = true
    /// Applying a code that changes or restores an address invalidates earlier tokens.
    public var codesEndTokens = true

    /// An account that an administrator makes counts as signed in to.
    public var creationIsSignIn = false
    /// Linking counts as a sign-in: it updates `auth_time`, and linking a provider requires the account's second factor.
    public var linkingIsSignIn = false
    /// A phone number cannot sign in to an account with second factors.
    public var refusesPhonesBesideFactors = false
    /// Each refresh returns a new refresh token; earlier ones stay valid.
    public var renewsRefreshTokens = false

    public static let server = AccountPolicies()
    /// As in the Firebase Auth Emulator.
    public static let emulator = AccountPolicies(
        endsSessions: false, keepsLastWayIn: false, requiresRecentSignIn: false, emptiesUnprovenAccounts: false,
        recoversConfirmedAddressesOnly: false, separatesPhoneNumbers: false, hidesDisabledAccounts: false, limitsCodes: false,
        protectsAddresses: false, fillsProfiles: false, codesEndTokens: false, creationIsSignIn: true, linkingIsSignIn: true,
        refusesPhonesBesideFactors: true, renewsRefreshTokens: true)
}

extension StoreWriting {
    /// Signs an account out everywhere but in one session, on servers where a change does that.
    func endSessions(of account: AccountID, for caller: Caller, except kept: SessionID? = nil) throws {
        guard caller.project.policies.endsSessions else { return }
        _ = try deleteSessions(of: account, in: caller.realm, except: kept)
    }
}
