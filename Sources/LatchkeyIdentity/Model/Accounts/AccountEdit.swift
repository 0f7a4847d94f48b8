public import LatchkeySecrets

/// The changes that a signed-in user makes to their account (`accounts:update`).
public struct AccountEdit: Sendable {
    /// A text to set, or the removal of the present value.
    public enum Change: Sendable, Equatable {
        case set(String)
        case clear
    }

    public var displayName: Change?
    public var photoURL: Change?
    public var email: EmailAddress?
    public var password: Secret<String>?
    /// The providers to unlink. As in Firebase, `password` also removes the address.
    public var unlinking: [ProviderID]
    public var clearsEmail: Bool
    public var clearsPassword: Bool
    /// The credential ids of the passkeys to remove. Ids that the account does not have are ignored.
    public var removingPasskeys: [[UInt8]]
    /// Whether all earlier tokens become invalid and a new session is opened. Only clients of an emulator request it.
    public var endsTokens = false

    /// Whether the edit removes nothing except what it unlinks.
    ///
    /// Firebase's JavaScript SDK ignores the tokens in the response to an unlink, so the session of such a request has to stay.
    var onlyUnlinks: Bool {
        email == nil && password == nil && !clearsEmail && !clearsPassword && removingPasskeys.isEmpty && !endsTokens
    }

    /// Whether the edit changes credentials, for which a stolen session must not suffice.
    var changesWayIn: Bool {
        email != nil || password != nil || clearsEmail || clearsPassword || !removingPasskeys.isEmpty || unlinking.contains(.password)
            || unlinking.contains(.phone)
    }

    public static let maxDisplayNameCharacters = 256
    public static let maxPhotoURLCharacters = 2048

    public init(
        displayName: Change? = nil, photoURL: Change? = nil, email: EmailAddress? = nil, password: Secret<String>? = nil,
        unlinking: [ProviderID] = [], clearsEmail: Bool = false, clearsPassword: Bool = false,
        removingPasskeys: [[UInt8]] = []
    ) {
        self.displayName = displayName
        self.photoURL = photoURL
        self.email = email
        self.password = password
        self.unlinking = unlinking
        self.clearsEmail = clearsEmail
        self.clearsPassword = clearsPassword
        self.removingPasskeys = removingPasskeys
    }
}
