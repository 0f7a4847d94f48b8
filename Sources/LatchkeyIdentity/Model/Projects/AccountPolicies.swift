/// The security rules that a server enforces beyond the requirements of Firebase's calls.
///
/// A real server enforces all of them. A server for tests enforces none, because test suites rely on what Google's emulator permits. Each
/// value is read where its decision is made.
public struct AccountPolicies: Sendable, Equatable {
    /// Whether tokens end with their session, and changes of a sign-in method end the account's sessions. Otherwise an ID token is valid
    /// until `validSince` passes its `iat`, and a refresh token as long as the account exists.
    public var endsSessions = true
    /// Whether the last sign-in method cannot be removed.
    public var keepsLastWayIn = true
    /// Whether changes of sign-in methods need a recent sign-in, and changes of second factors one with a second factor.
    public var requiresRecentSignIn = true
    /// Whether the first verification of an address removes all earlier credentials. Otherwise only password and phone number are removed
    /// when a provider vouches for the address.
    public var emptiesUnprovenAccounts = true
    /// Whether `RECOVER_EMAIL` is sent to verified addresses only, and removes every sign-in method. Otherwise it is sent to the account's
    /// first address, and restores that address.
    public var recoversConfirmedAddressesOnly = true
    /// Whether a phone number that signs in cannot be a second factor of the same account.
    public var separatesPhoneNumbers = true
    /// Whether only requests with the right password learn that the account is disabled.
    public var hidesDisabledAccounts = true

    /// Whether codes, temporary proofs and sign-ins that wait for a second factor expire, allow few attempts and work once. A change of
    /// the password or address then invalidates pending codes, and codes of a disabled account have no effect.
    public var limitsCodes = true
    /// Whether, with enumeration protection, an account gets a new address only after verification, and no response reveals which
    /// addresses are taken.
    public var protectsAddresses = true
    /// Whether linking a provider fills in the account's missing name and picture.
    public var fillsProfiles = true
    /// Whether applying a code that changes or restores an address invalidates earlier tokens.
    public var codesEndTokens = true

    /// Whether an account that an administrator creates counts as signed in to.
    public var creationIsSignIn = false
    /// Whether linking counts as a sign-in: it updates `auth_time`, and linking a provider requires the account's second factor.
    public var linkingIsSignIn = false
    /// Whether a phone number cannot sign in to an account with second factors.
    public var refusesPhonesBesideFactors = false
    /// Whether each refresh returns a new refresh token. Earlier ones stay valid.
    public var renewsRefreshTokens = false

    /// Whether calls accept the same input as in Google's emulator, and make the checks in its order.
    public var isLenient = false

    package static let server = AccountPolicies()
    /// The rules of the Firebase Auth Emulator.
    package static let lenient = AccountPolicies(
        endsSessions: false, keepsLastWayIn: false, requiresRecentSignIn: false, emptiesUnprovenAccounts: false,
        recoversConfirmedAddressesOnly: false, separatesPhoneNumbers: false, hidesDisabledAccounts: false, limitsCodes: false,
        protectsAddresses: false, fillsProfiles: false, codesEndTokens: false, creationIsSignIn: true, linkingIsSignIn: true,
        refusesPhonesBesideFactors: true, renewsRefreshTokens: true, isLenient: true)
}
