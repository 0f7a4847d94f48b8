import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb

/// What every view of the page has.
struct SignInFrame {
    let sandbox: Bool
    /// What stands behind the paths of the page, and behind another parameter.
    let suffix: String
    let tail: String
    let csrf: String
    let style = PageAsset.signInStyle.address
    let theme = PageAsset.themePath
}

struct ProviderButton {
    let id: String
    let label: String
    let linkLabel: String

    init(_ configuration: ProviderConfiguration, _ texts: SignInTexts) {
        id = configuration.provider.rawValue
        label = texts.filled(texts.continueWith, name: configuration.displayName)
        linkLabel = texts.filled(texts.link, name: configuration.displayName)
    }
}

struct IdentityRow {
    let provider: String
    let label: String
    let rawID: String

    init(_ identity: Identity) {
        provider = identity.key.provider.displayName
        label = identity.screenName.map { "@" + $0 } ?? identity.displayName ?? ""
        rawID = identity.key.rawID
    }
}

/// A row of the account's view, which says in its language what the number is.
struct ToldIdentity {
    let provider: String
    let label: String
    let identifier: String

    init(_ identity: Identity, _ texts: SignInTexts) {
        let row = IdentityRow(identity)
        (provider, label) = (row.provider, row.label)
        identifier = texts.filled(texts.identifier, [("id", row.rawID)])
    }
}

struct PasskeyRow {
    let id: String
    let label: String
    let removeLabel: String

    init(_ passkey: Passkey, _ texts: SignInTexts) {
        id = Base64URL.encode(passkey.credentialID)
        label = texts.filled(texts.passkey, name: passkey.name)
        removeLabel = texts.filled(texts.removePasskey, name: passkey.name)
    }
}

/// The same view in another language.
struct LanguageLink {
    let href: String
    let code: String
    let ownName: String
    let current: Bool

    static func all(_ visit: SignInVisit) -> [LanguageLink] {
        let rest = visit.queryWithoutLanguage
        return SignInTexts.all.map { texts in
            LanguageLink(
                href: "/sign-in?" + (rest.isEmpty ? "" : rest + "&") + "lang=" + texts.language, code: texts.language,
                ownName: texts.ownName, current: texts.language == visit.texts.language)
        }
    }
}

struct SignInContent {
    let t: SignInTexts
    let frame: SignInFrame
    let to: String
    let message: String?
    /// Something that went well.
    let notice: String?
    let providers: [ProviderButton]
    let byEmail: Bool
    let password: Bool
    let signUp: Bool
    let emailLink: Bool
    let byPhone: Bool
    /// Whether browsers can have passkeys under this address.
    let passkeys: Bool
    let email: String
    /// Whether the password alone has to be written again, where the keyboard waits then.
    let passwordAgain: Bool
    let languages: [LanguageLink]
}

struct AccountContent {
    let t: SignInTexts
    let frame: SignInFrame
    let name: String
    let message: String?
    let uid: String
    let email: String?
    let emailVerified: Bool
    let identities: [ToldIdentity]
    let linkable: [ProviderButton]
    let present: [PasskeyRow]
    let passkeys: Bool
}

/// For who is signed in and came from a site.
struct GoOnContent {
    let t: SignInTexts
    let frame: SignInFrame
    let to: String
    let name: String
    let label: String
    let message: String?
}

struct LeaveContent {
    let t: SignInTexts
    let frame: SignInFrame
    let label: String
    let url: String
}

struct ConfirmContent {
    let t: SignInTexts
    let frame: SignInFrame
    let lead: String
    let email: String
    let providers: [ProviderButton]
    let password: Bool
    let passkeys: Bool
}

struct EmailLinkContent {
    let t: SignInTexts
    let frame: SignInFrame
    let to: String
    let code: String
    let email: String
    let message: String?
}

struct PhoneCodeContent {
    let t: SignInTexts
    let frame: SignInFrame
    let lead: String
    let number: String
    let session: String
    let message: String?
}

/// A view that says something and does nothing.
struct SimpleContent {
    let t: SignInTexts
    let frame: SignInFrame
}

extension ProviderConfiguration {
    /// How the project calls the provider, or else everybody.
    var displayName: String { parameters[.displayName] ?? provider.displayName }
}

extension ProviderID {
    /// How people call a provider.
    var displayName: String {
        if self == .password { return "E-mail" }
        return ProviderKind.all.first { $0.id == self }?.displayName ?? rawValue
    }
}
