import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The form with the name and the settings of a tenant.
struct TenantForm: Sendable {
    let name: String
    let toggles: [Toggle]
    /// The mark of the tenant when the form was rendered.
    let seen: String
    /// The error about the name.
    var problem: String?

    struct Toggle: Sendable {
        let name: String
        let title: String
        let explanation: String
        let on: Bool
    }

    private struct Flag: Sendable {
        let name: String
        let title: String
        let explanation: String
        let path: any WritableKeyPath<TenantSettings, Bool> & Sendable
        /// Whether the checkbox shows the opposite of the stored value.
        var isInverted = false
    }

    private static let flags = [
        Flag(
            name: "enabled", title: "Enabled", explanation: "If off, all sign-ins of this tenant are refused.", path: \.disabled,
            isInverted: true),
        Flag(
            name: "passwordSignIn", title: "E-mail and password", explanation: "Allow sign-in with an e-mail address and a password.",
            path: \.passwordSignIn),
        Flag(
            name: "emailLinkSignIn", title: "E-mail link", explanation: "Allow sign-in with a link that is sent by e-mail.",
            path: \.emailLinkSignIn),
        Flag(
            name: "anonymousSignIn", title: "Anonymous", explanation: "Allow apps to create accounts without credentials.",
            path: \.anonymousSignIn),
        Flag(
            name: "signUp", title: "Sign-up", explanation: "Allow users to sign up. If off, only administrators create accounts.",
            path: \.signUp),
        Flag(
            name: "totpSecondFactor", title: "Authenticator app", explanation: "Allow TOTP (authenticator app) as a second factor.",
            path: \.totpSecondFactor),
        Flag(
            name: "smsSecondFactor", title: "Text message", explanation: "Allow text messages to a phone as a second factor.",
            path: \.smsSecondFactor),
    ]

    init(_ tenant: Tenant) {
        self.init(name: tenant.displayName, tenant.settings, seen: Self.mark(of: tenant))
    }

    /// The form for a new tenant.
    init() {
        self.init(name: "", TenantSettings(passwordSignIn: true), seen: "")
    }

    init(_ form: QueryParameters, seen: String? = nil, problem: String? = nil) {
        var settings = TenantSettings()
        for flag in Self.flags { settings[keyPath: flag.path] = (form[flag.name] == "yes") != flag.isInverted }
        self.init(name: form["name"] ?? "", settings, seen: seen ?? form["seen"] ?? "", problem: problem)
    }

    private init(name: String, _ settings: TenantSettings, seen: String, problem: String? = nil) {
        self.name = name
        toggles = Self.flags.map { flag in
            Toggle(
                name: flag.name, title: flag.title, explanation: flag.explanation, on: settings[keyPath: flag.path] != flag.isInverted)
        }
        self.seen = seen
        self.problem = problem
    }

    static func mark(of tenant: Tenant) -> String {
        let values = flags.map { tenant.settings[keyPath: $0.path] ? "1" : "0" }
        return values.joined() + tenant.displayName
    }

    /// Sets what the form shows. Other settings stay.
    func apply(to settings: inout TenantSettings) {
        for (flag, toggle) in zip(Self.flags, toggles) { settings[keyPath: flag.path] = toggle.on != flag.isInverted }
    }

    /// Returns the name if it is valid. A tenant may have none.
    ///
    /// - Throws: ``SettingRefusal``.
    func checkedName() throws(SettingRefusal) -> String {
        guard name.isEmpty || Tenant.isValidName(name) else { throw SettingRefusal(Tenant.nameRule) }
        return name
    }
}
