package import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyWeb

/// The values that every view of the page needs.
struct SignInFrame {
    let sandbox: Bool
    /// The page's query to append to a path (`suffix`) or to another parameter (`tail`).
    let suffix: String
    let tail: String
    let csrf: String
    let icon = PageAsset.icon.address
    let style = PageAsset.signInStyle.address
    let theme = PageAsset.themePath
}

struct ProviderButton {
    let id: String
    /// The name of the provider's mark in `marks.mustache`.
    let mark: String
    let name: String
    let label: String
    let linkLabel: String

    /// - Parameter creates: Whether the button is in the view that creates an account.
    init(_ configuration: ProviderConfiguration, _ texts: SignInTexts, creates: Bool = false) {
        id = configuration.provider.rawValue
        mark = Self.mark(of: configuration.provider)
        name = configuration.displayName
        label = texts.filled(creates ? texts.createWith : texts.continueWith, name: configuration.displayName)
        linkLabel = texts.filled(texts.link, name: configuration.displayName)
    }

    /// Returns the name of the mark of a provider, or of the one for all others.
    static func mark(of provider: ProviderID) -> String {
        marks.contains(provider.rawValue) ? provider.rawValue : "key"
    }

    private static let marks: Set = [
        "apple.com", "discord.com", "facebook.com", "github.com", "gitlab.com", "google.com", "linkedin.com", "microsoft.com", "slack.com",
        "spotify.com", "twitch.tv", "twitter.com", "x.com",
    ]
}

package struct IdentityRow {
    let provider: String
    let label: String
    let rawID: String

    package init(_ identity: Identity) {
        provider = identity.key.provider.displayName
        label = identity.screenName.map { "@" + $0 } ?? identity.displayName ?? ""
        rawID = identity.key.rawID
    }
}

/// An identity in the account view, with its id labeled in the view's language.
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

/// A link to the same view in another language.
struct LanguageLink {
    let href: String
    let code: String
    let ownName: String
    let current: Bool

    /// - Parameter more: Further parameters of the view, each with an ampersand.
    static func all(_ visit: SignInVisit, more: String) -> [LanguageLink] {
        let rest = visit.queryWithoutLanguage
        return SignInTexts.all.map { texts in
            LanguageLink(
                href: "/sign-in?" + more + (rest.isEmpty ? "" : rest + "&") + "lang=" + texts.language, code: texts.language,
                ownName: texts.ownName, current: texts.language == visit.texts.language)
        }
    }
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

/// The view for a signed-in user that came from a site.
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
    let focusEmail: Bool
}

/// The view after a mail was sent whose contents the page does not reveal.
struct MailSentContent {
    let t: SignInTexts
    let frame: SignInFrame
    let lead: String
}

/// The view in which users choose the password of a new account, after they proved its address.
struct NewAccountContent {
    let t: SignInTexts
    let frame: SignInFrame
    let to: String
    let code: String
    /// The proven address; `nil` if the code is not valid.
    let email: String?
    let hint: String
    var message: String?
    var passwordError: String?
}

/// The view for the code that was sent to a phone.
struct PhoneCodeContent {
    let t: SignInTexts
    let frame: SignInFrame
    let lead: String
    let number: String
    let session: String
    /// Where the form is sent to, and where the link back leads.
    let action: String
    let back: String
    let use: String?
    let button: String
    var message: String?

    init(
        _ number: String, session: String, to action: String, use: String? = nil, button: String, back: String, texts: SignInTexts,
        frame: SignInFrame
    ) {
        (t, self.frame) = (texts, frame)
        lead = texts.filled(texts.codeLead, [("number", number)])
        (self.number, self.session, self.action, self.use, self.button, self.back) = (number, session, action, use, button, back)
    }
}

/// A view with text only.
struct SimpleContent {
    let t: SignInTexts
    let frame: SignInFrame
}

extension ProviderConfiguration {
    /// The project's name for the provider; by default the provider's usual name.
    package var displayName: String { parameters[.displayName] ?? provider.displayName }
}

extension ProviderID {
    /// The name of a provider to show to users.
    package var displayName: String {
        if self == .password { return "E-mail" }
        return ProviderKind.all.first { $0.id == self }?.displayName ?? rawValue
    }
}
