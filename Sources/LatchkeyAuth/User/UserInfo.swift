public import Foundation
import LatchkeyWire

/// What is known about a person from one provider.
public protocol UserInfo: Sendable {
    /// The provider, for example `twitter.com` or `password`.
    var providerID: String { get }
    /// The person's id at the provider.
    var uid: String { get }
    /// The name to show.
    var displayName: String? { get }
    /// The picture to show.
    var photoURL: URL? { get }
    /// The address that the provider told.
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

    /// `nil` for an entry without a provider.
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
