import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/users/UID`: an account, its sign-in methods, sessions and history.
struct UserPage: Sendable {
    let console: Console
    let administration: AccountAdministration

    private static let eventCount = 50
    private static let sessionCount = 50
    static let routes = ConsoleRealm.routes("/users/:uid")

    /// - Parameter action: The action that the page confirms.
    static func path(of account: Account, in list: String, after action: UserAction? = nil) -> String {
        path(of: account.id, in: list) + (action.map { "?done=" + $0.rawValue } ?? "")
    }

    static func path(of uid: AccountID, in list: String) -> String { list + "/" + PercentEncoding.encode(uid.rawValue) }

    private struct Content {
        let frame: ConsoleFrame
        let list: String
        let here: String
        let csrf: String
        let message: String?
        let done: Done?
        /// The edit form; `nil` for viewers.
        let form: UserForm?
        let avatar: Avatar
        let identifier: String
        let name: String?
        let uid: String
        let disabled: Bool
        /// Whether a password reset message can be sent.
        let canReset: Bool
        /// The time from which the account is deleted.
        let deletion: ShownDate?
        let facts: [Fact]
        let means: [UserMeans]
        let sessions: [SessionRow]
        let moreSessions: Int?
        let events: [EventRow]
    }

    /// A completed action, with an undo if there is one and the visitor may do it.
    private struct Done {
        let text: String
        let undo: String?
    }

    private struct Fact {
        let name: String
        let value: String
        /// Whether the page shows a copy button.
        let isCopied: Bool
        /// The time, which the page shows instead of the value.
        var time: ShownDate?

        init(name: String, value: String, isCopied: Bool = false) {
            (self.name, self.value, self.isCopied) = (name, value, isCopied)
        }
    }

    private struct SessionRow {
        let begun: ShownDate
        let used: ShownDate
        let method: String
        let address: String
        let device: String
        /// What the client said about itself.
        let program: String

        init(_ session: Session) {
            begun = ShownDate(session.createdAt)
            used = ShownDate(session.lastUsedAt)
            method = session.method.displayName
            address = session.client.address ?? ""
            device = DeviceName.text(of: session.client) ?? "unknown device"
            program = session.client.userAgent ?? session.client.app ?? ""
        }
    }

    private struct EventRow {
        let at: ShownDate
        let text: EventText
        let actor: String
        let address: String

        init(_ event: AuthEvent, _ names: ActorNames) {
            at = ShownDate(event.at)
            text = EventText(event)
            actor = names.name(of: event.actor)
            address = event.address ?? ""
        }
    }

    func add(to router: Router<ServerContext>) {
        for route in Self.routes {
            console.get(route, on: router) { request, context in
                let visitor = try await console.door.visitor(request)
                let realm = try await console.realm(context)
                let done = request.uri.queryParameters["done"].flatMap { UserAction(rawValue: String($0)) }
                return try await show(Self.id(context), visitor, realm, done: done)
            }
        }
    }

    /// Returns the UID that a path names.
    static func id(_ context: ServerContext) -> AccountID {
        AccountID(rawValue: context.parameters.get("uid").flatMap { PercentEncoding.decode($0, plusIsSpace: false) } ?? "")
    }

    /// - Parameters:
    ///   - message: The error of a submitted form.
    ///   - done: The action that the page confirms.
    ///   - draft: The rejected input, to be shown again.
    func show(
        _ id: AccountID, _ visitor: ConsoleVisitor, _ realm: ConsoleRealm, message: String? = nil, done: UserAction? = nil,
        draft: UserForm? = nil
    ) async throws -> Response {
        let found = try await console.store.read { view -> (Account, [Session], [EventRow], [UserMeans], ScheduledDeletion?)? in
            guard let account = try view.account(id, in: realm.id) else { return nil }
            let filter = EventFilter(project: realm.id.project, tenant: realm.id.tenant, subject: id)
            let events = try view.events(filter, limit: Self.eventCount).map(\.event)
            let names = try ActorNames(events.map(\.actor), view)
            return (
                account, try view.sessions(of: id, in: realm.id), events.map { EventRow($0, names) },
                UserMeans.all(
                    of: account, passkeys: try view.passkeys(of: id, in: realm.id), factors: try view.secondFactors(of: id, in: realm.id)),
                try view.scheduledDeletion(of: id, in: realm.id)
            )
        }
        guard let (account, kept, events, means, deletion) = found else { throw ConsoleRefusal.notFound("No account has this UID.") }
        let sessions = account.disabled ? [] : kept.filter { !$0.isOver(at: administration.instant) }
        let list = realm.users
        let form = draft.map { UserForm($0, over: account) } ?? UserForm(account)
        return try console.page(
            "console-user",
            Content(
                frame: console.frame(visitor, .users, of: realm.project), list: list, here: Self.path(of: account, in: list),
                csrf: console.forms.cookie.formToken(for: visitor.browser), message: message,
                done: done.map { Done(text: $0.text, undo: visitor.role >= .editor ? $0.undo : nil) },
                form: visitor.role >= .editor ? form : nil, avatar: Avatar(account),
                identifier: account.shownIdentifier, name: account.displayName, uid: account.id.rawValue,
                disabled: account.disabled,
                canReset: account.email != nil && !account.disabled && realm.project.settings.passwordSignIn,
                deletion: deletion.map { ShownDate($0.dueAt) },
                facts: Self.facts(of: account, in: realm), means: means,
                sessions: sessions.prefix(Self.sessionCount).map(SessionRow.init),
                moreSessions: sessions.count > Self.sessionCount ? sessions.count - Self.sessionCount : nil,
                events: events), status: message == nil ? .ok : .badRequest)
    }

    private static func warning(_ email: EmailAddress) -> String? {
        let scripts = email.mixedScripts
        return scripts.isEmpty
            ? nil : "The e-mail address mixes letters of \(scripts.joined(separator: " and ")), so it may look like another address."
    }

    private static func facts(of account: Account, in realm: ConsoleRealm) -> [Fact] {
        let facts: [(String, String?)] = [
            ("Tenant", realm.tenant?.shownName), ("Name", account.displayName),
            ("E-mail", account.email.map { $0.text + (account.emailVerified ? " (verified)" : " (not verified)") }),
            ("Warning", account.email.flatMap(warning)),
            ("Phone", account.phoneNumber), ("Claims", account.customClaims),
        ]
        let uid = Fact(name: "UID", value: account.id.rawValue, isCopied: true)
        var (created, signedIn) = (Fact(name: "Created", value: ""), Fact(name: "Last sign-in", value: "never"))
        created.time = ShownDate(account.createdAt)
        signedIn.time = account.lastSignInAt.map { ShownDate($0) }
        let shown = facts.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : Fact(name: name, value: $0) } }
        return [uid] + shown + [created, signedIn]
    }
}

/// A completed action on an account, for the confirmation on the next page.
enum UserAction: String {
    case created, saved, disabled, enabled, revoked, reset

    /// The name of the action that reverses this one; `nil` if there is none. Enabling an account can cancel its deletion, so it is not
    /// reversed.
    var undo: String? { self == .disabled ? Self.enable : nil }
    private static let enable = "enable"

    var text: String {
        switch self {
        case .created: "Account created."
        case .saved: "Saved."
        case .reset: "The message for a new password is in the outbox, from which it is sent."
        case .disabled: "Account disabled. All of its sessions have ended."
        case .enabled: "Account enabled."
        case .revoked: "All sessions of this account have ended."
        }
    }
}
