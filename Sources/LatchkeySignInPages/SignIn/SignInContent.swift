import LatchkeyIdentity

/// The first view, in which users sign in or create an account.
struct SignInContent {
    let t: SignInTexts
    let frame: SignInFrame
    let heading: String
    let to: String
    let message: String?
    let notice: String?
    let providers: [ProviderButton]
    let byEmail: Bool
    /// Whether the form for an address comes before the providers, because they would fill a screen.
    let emailFirst: Bool
    let password: Bool
    /// Whether the view creates an account.
    let creates: Bool
    /// Whether it does so with a link in a mail, and the password is chosen later.
    let byMail: Bool
    let takesPassword: Bool
    let signUp: Bool
    let emailLink: Bool
    let byPhone: Bool
    /// Whether the form for phones is shown, and not only the line that opens it.
    let phoneOpen: Bool
    /// Whether browsers allow passkeys at this server's address.
    let passkeys: Bool
    let email: String
    let number: String
    let emailError: String?
    let passwordError: String?
    let phoneError: String?
    let focusEmail: Bool
    let focusPassword: Bool
    let focusPhone: Bool
    /// What a password manager does with the field (HTML, section 4.10.18.7.1).
    let passwordKind: String
    let passwordHint: String?
    let languages: [LanguageLink]

    private static let maxProvidersBeforeEmail = 4

    /// - Parameter provesAddresses: Whether an account is created only with a link in a mail.
    init(
        _ view: SignInView, _ visit: SignInVisit, _ frame: SignInFrame, providers: [ProviderConfiguration], offersPasskeys: Bool,
        provesAddresses: Bool
    ) {
        let settings = visit.caller.project.settings
        t = visit.texts
        self.frame = frame
        to = t.filled(t.to, [("project", visit.place)])
        (byEmail, password) = (settings.passwordSignIn || settings.emailLinkSignIn, settings.passwordSignIn)
        emailFirst = byEmail && providers.count > Self.maxProvidersBeforeEmail
        (signUp, emailLink) = (settings.signUp, settings.emailLinkSignIn)
        byPhone = settings.phoneSignIn && visit.caller.tenant == .none
        creates = view.task == .signUp && password && signUp
        byMail = creates && provesAddresses
        takesPassword = password && !byMail
        heading = creates ? t.createAccount : t.title
        notice = view.notice
        self.providers = providers.map { [creates] in ProviderButton($0, visit.texts, creates: creates) }
        passkeys = offersPasskeys && !creates
        (email, number) = (view.email, view.number)
        (emailError, passwordError, phoneError) = (view.error(at: .email), view.error(at: .password), view.error(at: .phone))
        // An error about a field that the view does not have is shown at the top.
        let hasField =
            switch view.problem?.field {
            case .email: byEmail
            case .password: takesPassword
            case .phone: byPhone
            case nil: false
            }
        message = hasField ? nil : view.problem?.text
        phoneOpen = phoneError != nil || !byEmail
        let fields: [(SignInView.Field, Bool)] = [(.email, byEmail), (.password, takesPassword), (.phone, byPhone && phoneOpen)]
        let focus = view.focus(among: fields.filter(\.1).map(\.0))
        (focusEmail, focusPassword, focusPhone) = (focus == .email, focus == .password, focus == .phone)
        passwordKind = creates ? "new-password" : "current-password"
        passwordHint = creates ? t.passwordHint(visit.caller.project) : nil
        languages = LanguageLink.all(visit, more: creates ? "view=sign-up&" : "")
    }
}

/// The view that asks for the address of an account whose password is forgotten.
struct ResetContent {
    let t: SignInTexts
    let frame: SignInFrame
    let email: String
    let emailError: String?

    init(_ view: SignInView, _ texts: SignInTexts, _ frame: SignInFrame) {
        t = texts
        self.frame = frame
        email = view.email
        emailError = view.problem?.text
    }
}
