import Foundation
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb

/// The view in which users change their own account.
struct OwnAccountContent {
    struct SessionRow {
        let id: String
        let device: String
        let address: String?
        let lastUsed: String
        let machine: String
        let isOwn: Bool
        let endLabel: String
    }

    struct UnlinkButton {
        let id: String
        let mark: String
        let label: String
        /// Whether the account would have no sign-in method without the provider.
        let isOnlyWay: Bool
    }

    struct PasswordForm {
        let action: String
        let hint: String
        let passwordError: String?
    }

    /// The number that signs in. `nil` in ``number`` if the account has none.
    struct PhonePart {
        let number: String?
        let action: String
        /// Whether the user can set a number.
        let isOffered: Bool
        let removeLabel: String
        let isOnlyWay: Bool
    }

    struct FactorRow {
        let id: String
        let label: String
        let removeLabel: String
    }

    /// The codes of errors that are shown beside the password.
    private static let errorsOfPasswords: Set<String> = ["WEAK_PASSWORD", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "MISSING_PASSWORD"]
    /// The sign-in methods after which no second factor can be added.
    private static let methodsWithoutFactors: Set<ProviderID> = [.anonymous, .phone, .custom]

    let t: SignInTexts
    let frame: SignInFrame
    let name: String
    let error: String?
    let notice: String?
    let displayName: String
    let email: String?
    let emailVerified: Bool
    let uid: String
    /// The form for a password; `nil` if the account cannot get one.
    let password: PasswordForm?
    let unlinks: [UnlinkButton]
    let sessions: [SessionRow]
    let hasOthers: Bool
    let phone: PhonePart?
    /// Whether the user can add an authenticator app, and a phone as a second factor.
    let offersAuthenticator: Bool
    let offersPhoneFactor: Bool
    private(set) var offersPasskeys = false
    private(set) var passkeys: [PasskeyRow] = []
    private(set) var factors: [FactorRow] = []
    /// Whether there is anything to show about passkeys, and about second factors.
    private(set) var showsPasskeys = false
    private(set) var showsFactors = false

    /// - Parameters:
    ///   - error: The code of an error.
    ///   - problem: The text of an error without a code.
    init(
        _ holder: SignedInCaller, _ sessions: [Session], _ texts: SignInTexts, _ frame: SignInFrame, error: String?, problem: String?,
        notice: String?
    ) {
        let problem = problem ?? error.map { texts.message(for: $0) }
        let isOfPassword = error.map(Self.errorsOfPasswords.contains) ?? false
        let account = holder.account
        let settings = holder.caller.project.settings
        t = texts
        self.frame = frame
        (self.error, self.notice) = (isOfPassword ? nil : problem, notice)
        name = account.displayName ?? account.email?.text ?? account.phoneNumber ?? texts.unnamedUser
        displayName = account.displayName ?? ""
        (email, emailVerified, uid) = (account.email?.text, account.emailVerified, account.id.rawValue)
        if settings.passwordSignIn, account.email != nil {
            password = PasswordForm(
                action: account.password == nil ? texts.setPassword : texts.changePassword,
                hint: texts.passwordHint(holder.caller.project),
                passwordError: isOfPassword ? problem : nil)
        } else {
            password = nil
        }
        phone = PhonePart(holder, texts)
        let mayHaveFactors = account.email != nil && !Self.methodsWithoutFactors.contains(holder.method)
        offersAuthenticator = settings.totpSecondFactor && mayHaveFactors
        let isNumberFree = account.phoneNumber == nil || !holder.caller.project.policies.separatesPhoneNumbers
        offersPhoneFactor = settings.smsSecondFactor && mayHaveFactors && isNumberFree
        unlinks = account.identities.map { identity in
            let provider = identity.key.provider
            let label = texts.filled(texts.unlink, name: provider.displayName)
            var rest = account
            rest.identities.removeAll { $0.key.provider == provider }
            return UnlinkButton(
                id: provider.rawValue, mark: ProviderButton.mark(of: provider), label: label,
                isOnlyWay: holder.caller.project.policies.keepsLastWayIn && rest.signInMethods.isEmpty && rest.phoneNumber == nil)
        }
        self.sessions = sessions.prefix(Self.maxSessions).map { session in
            let device = DeviceName.text(of: session.client) ?? texts.unknownDevice
            let machine = session.lastUsedAt.formatted(.iso8601)
            return SessionRow(
                id: session.id.rawValue, device: device, address: session.client.address, lastUsed: String(machine.prefix(10)),
                machine: machine, isOwn: session.id == holder.session.id, endLabel: texts.filled(texts.endSession, name: device))
        }
        hasOthers = sessions.count > 1
    }

    private static let maxSessions = 50

    mutating func show(_ passkeys: [Passkey], _ factors: [SecondFactor], offersPasskeys: Bool) {
        self.offersPasskeys = offersPasskeys
        self.passkeys = passkeys.map { PasskeyRow($0, t) }
        self.factors = factors.map { factor in
            let label =
                switch factor.means {
                case .phone(let number): t.filled(t.phoneFactor, name: factor.displayName ?? number.hidden)
                case .totp: factor.displayName ?? "\(t.authenticator), \(factor.enrolledAt.formatted(.iso8601).prefix(10))"
                }
            return FactorRow(id: factor.id, label: label, removeLabel: t.filled(t.removeFactor, name: label))
        }
        showsPasskeys = offersPasskeys || !passkeys.isEmpty
        showsFactors = offersAuthenticator || offersPhoneFactor || !factors.isEmpty
    }
}

extension OwnAccountContent.PhonePart {
    /// - Returns: `nil` if the account has no number and cannot get one.
    fileprivate init?(_ holder: SignedInCaller, _ texts: SignInTexts) {
        let (account, project) = (holder.account, holder.caller.project)
        isOffered = project.settings.phoneSignIn && holder.caller.tenant == .none
        guard isOffered || account.phoneNumber != nil else { return nil }
        number = account.phoneNumber
        action = number == nil ? texts.addPhone : texts.changePhone
        removeLabel = texts.filled(texts.removeFactor, name: number ?? "")
        isOnlyWay = project.policies.keepsLastWayIn && account.signInMethods.isEmpty
    }
}
