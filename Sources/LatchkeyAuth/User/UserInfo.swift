public import Foundation
import LatchkeyWire

/// Information about a user from one provider.
public protocol UserInfo: Sendable {
    /// The provider, for example `twitter.com` or `password`.
    var providerID: String { get }
    /// The user's id at the provider.
    var uid: String { get }
    /// The display name.
    var displayName: String? { get }
    /// The URL of the photo.
    var photoURL: URL? { get }
    /// The email address that the provider supplied.
    var email: String? { get }
    /// The phone number in E.164 form.
    var phoneNumber: String? { get }
}

/// One identity of an account.
struct Identity: UserInfo {
    let providerID: String
    let uid: String
    let displayName: String?
    let photoURL: URL?
    let email: String?
    let phoneNumber: String?

    /// Creates an identity; `nil` if the entry has no provider.
    init?(_ entry: ProviderUserInfo) {
        guard let provider = entry.providerId, !provider.isEmpty else { return nil }
        providerID = provider
        uid = entry.federatedId ?? entry.rawId ?? ""
        displayName = entry.displayName
        photoURL = entry.photoUrl.flatMap { URL(string: $0) }
        email = entry.email
        phoneNumber = entry.phoneNumber
    }
}
