import Foundation
import LatchkeyIdentity

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
    }

    let t: SignInTexts
    let frame: SignInFrame
    let name: String
    let error: String?
    let notice: String?
    let displayName: String
    let email: String?
    let emailVerified: Bool
    let uid: String
    /// Whether the account can get a password.
    let password: Bool
    let unlinks: [UnlinkButton]
    let sessions: [SessionRow]
    let hasOthers: Bool

    init(
        _ holder: SignedInCaller, _ sessions: [Session], _ texts: SignInTexts, _ frame: SignInFrame, offersPassword: Bool, error: String?,
        notice: String?
    ) {
        let account = holder.account
        t = texts
        self.frame = frame
        (self.error, self.notice) = (error, notice)
        name = account.displayName ?? account.email?.text ?? account.phoneNumber ?? texts.unnamedUser
        displayName = account.displayName ?? ""
        (email, emailVerified, uid) = (account.email?.text, account.emailVerified, account.id.rawValue)
        password = offersPassword && account.email != nil
        unlinks = account.identities.map { identity in
            let provider = identity.key.provider
            let label = texts.filled(texts.unlink, name: provider.displayName)
            return UnlinkButton(id: provider.rawValue, mark: ProviderButton.mark(of: provider), label: label)
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
}
