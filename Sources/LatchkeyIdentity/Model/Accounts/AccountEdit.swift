package import LatchkeySecrets

/// The changes that a signed-in user makes to their account (`accounts:update`).
package struct AccountEdit: Sendable {
    /// A text to set, or the removal of the present value.
    package enum Change: Sendable, Equatable {
        case set(String)
        case clear
    }

    package var displayName: Change?
    package var photoURL: Change?
    package var email: EmailAddress?
    package var password: Secret<String>?
    /// The providers to unlink. As in Firebase, `password` also removes the address.
    package var unlinking: [ProviderID]
    package var clearsEmail: Bool
    package var clearsPassword: Bool
    /// The credential ids of the passkeys to remove. Ids that the account does not have are ignored.
    package var removingPasskeys: [[UInt8]]
    /// Whether all earlier tokens become invalid and a new session is opened. Only clients of an emulator request it.
    package var endsTokens = false

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

    package static let maxDisplayNameCharacters = 256
    package static let maxPhotoURLCharacters = 2048

    package init(
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
