import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/console/administrators`: the administrators and their invitations.
struct AdministratorsPage: Sendable {
    let console: Console
    let administrators: Administrators

    static let path = "/console/administrators"

    private struct Content {
        let frame: ConsoleFrame
        let csrf: String
        let message: String?
        let done: String?
        /// The new invitation link. Shown once.
        let link: String?
        /// The address of the administrator whose password the link sets; `nil` for an invitation.
        let recovered: String?
        let email: String
        let rows: [Row]
        let waiting: [WaitingRow]
        let roles: [Choice]
    }

    private struct Row {
        let uid: String
        let email: String
        let isSelf: Bool
        let signedIn: ShownDate?
        let roles: [Choice]
    }

    private struct WaitingRow {
        let email: String
        let role: String
        let until: ShownDate
    }

    private struct Choice {
        let value: String
        let title: String
        let chosen: Bool

        static func all(_ chosen: ConsoleRole?) -> [Choice] {
            ConsoleRole.allCases.map { .init(value: $0.rawValue, title: $0.explanation, chosen: $0 == chosen) }
        }
    }

    private struct Extra {
        var message: String?
        var done: String?
        var link: String?
        /// The address of the administrator whose password the link sets.
        var recovered: String?
        var email = ""
        var role = ConsoleRole.viewer
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, atLeast: .owner)
            return try await show(visitor, Extra(done: request.uri.queryParameters["done"] == "saved" ? "Saved." : nil))
        }
        on("invite", router) { visitor, form, address in
            let role = form["role"].flatMap(ConsoleRole.init(rawValue:)) ?? .viewer
            let text = form["email"] ?? ""
            guard let email = EmailAddress(text) else {
                return try await show(visitor, Extra(message: "This is not an e-mail address.", email: text, role: role))
            }
            let secret: Secret<String>
            do {
                secret = try await administrators.invite(email, as: role, by: visitor.account.id, from: address)
            } catch ActRefusal.conflict(let message) {
                return try await show(visitor, Extra(message: message, email: text, role: role))
            }
            return try await show(visitor, Extra(link: JoinPage.link(secret, to: email, at: console.door.cookie.publicAddress)))
        }
        on("recover", router) { visitor, form, address in
            do {
                let made = try await administrators.recover(
                    AccountID(rawValue: form["uid"] ?? ""), by: visitor.account.id, from: address)
                let link = JoinPage.link(made.secret, to: made.email, recovers: true, at: console.door.cookie.publicAddress)
                return try await show(visitor, Extra(link: link, recovered: made.email.text))
            } catch ActRefusal.conflict(let message) {
                return try await show(visitor, Extra(message: message))
            }
        }
        on("withdraw", router) { visitor, form, address in
            guard let email = form["email"].flatMap(EmailAddress.init) else {
                throw ConsoleRefusal.notFound("The invitation no longer exists.")
            }
            try await administrators.withdraw(email, by: visitor.account.id, from: address)
            return .seeOther(Self.path + "?done=saved")
        }
        on("role", router) { visitor, form, address in
            guard let role = form["role"].flatMap(ConsoleRole.init(rawValue:)) else {
                throw ConsoleRefusal.notFound("The role does not exist.")
            }
            return try await change(visitor) {
                try await administrators.set(role, of: AccountID(rawValue: form["uid"] ?? ""), by: visitor.account.id, from: address)
            }
        }
        on("remove", router) { visitor, form, address in
            try await change(visitor) {
                try await administrators.remove(AccountID(rawValue: form["uid"] ?? ""), by: visitor.account.id, from: address)
            }
        }
    }

    private func on(
        _ name: String, _ router: Router<ServerContext>,
        _ act: @escaping @Sendable (ConsoleVisitor, QueryParameters, String?) async throws -> Response
    ) {
        console.action(Self.path + "/" + name, by: .owner, isGrave: true, on: router) {
            try await act($0.visitor, $0.form, $0.client.address)
        }
    }

    private func change(_ visitor: ConsoleVisitor, _ act: () async throws -> Void) async throws -> Response {
        do {
            try await act()
            return .seeOther(Self.path + "?done=saved")
        } catch is Administrators.LastOwner {
            return try await show(visitor, Extra(message: "You can’t remove the last owner. Make another administrator an owner first."))
        } catch let error as SignInError where error.code == .userNotFound {
            throw ConsoleRefusal.notFound("The administrator no longer exists.")
        }
    }

    private func show(_ visitor: ConsoleVisitor, _ extra: Extra) async throws -> Response {
        let accounts = try await administrators.all()
        return try console.page(
            "console-administrators",
            Content(
                frame: try await console.frame(visitor), csrf: console.forms.cookie.formToken(for: visitor.browser),
                message: extra.message, done: extra.done, link: extra.link, recovered: extra.recovered, email: extra.email,
                rows: accounts.map {
                    Row(
                        uid: $0.id.rawValue, email: $0.shownIdentifier, isSelf: $0.id == visitor.account.id,
                        signedIn: $0.lastSignInAt.map(ShownDate.init), roles: Choice.all(ConsoleRole(of: $0)))
                },
                waiting: try await administrators.pendingInvitations().map {
                    WaitingRow(email: $0.email?.text ?? "", role: $0.role.rawValue, until: ShownDate($0.expiresAt))
                }, roles: Choice.all(extra.role)), status: extra.message == nil ? .ok : .badRequest)
    }
}

extension ConsoleRole {
    fileprivate var explanation: String {
        switch self {
        case .viewer: "Viewer: read-only access"
        case .editor: "Editor: can change users, data, rules and templates"
        case .owner: "Owner: full access"
        }
    }
}
