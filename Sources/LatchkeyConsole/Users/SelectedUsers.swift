import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import Logging

/// The actions on the accounts that are selected in the list of users. Each account's history records them.
struct SelectedUsers: Sendable {
    let console: Console
    let administration: AccountAdministration

    /// The maximum number of accounts of one request: those of one page.
    static let limit = UsersPage.pageSize
    private static let maxURLBytes = 2048
    /// The maximum size of a form with as many accounts.
    static let maxFormBytes = 65_536

    enum Action: String {
        case disable, enable, revoke, delete

        func done(_ count: Int) -> String {
            let accounts = count == 1 ? "1 account" : "\(count) accounts"
            return switch self {
            case .disable: "\(accounts) disabled. \(count == 1 ? "Its" : "Their") sessions have ended."
            case .enable: "\(accounts) enabled."
            case .revoke: "All sessions of \(accounts) have ended."
            case .delete: "\(accounts) deleted."
            }
        }
    }

    /// The report of an action, which the list shows. The URL of the list contains it with a mark, because another site can link to any URL.
    struct Done {
        let text: String
        /// The action that reverses this one; `nil` if there is none. Enabling an account can cancel its deletion, so it is not reversed.
        let undo: String?
        /// The accounts that an undo changes again.
        let uids: [String]

        init?(_ parameters: QueryParameters?, for visitor: ConsoleVisitor, _ cookie: BrowserCookie) {
            guard let parameters, let report = Report(parameters), let mark = parameters["mark"],
                mark.equalsInConstantTime(cookie.mark(of: report.text, for: visitor.browser))
            else { return nil }
            uids = visitor.role >= .editor && report.action == .disable ? report.uids : []
            let rest = report.left == 0 ? "" : " An error ended the action before \(report.left) more; they were not changed."
            text = (report.count > 0 ? report.action.done(report.count) : "No account was changed.") + rest
            undo = uids.isEmpty ? nil : Action.enable.rawValue
        }
    }

    /// The result of an action, as parameters of a URL.
    private struct Report {
        let action: Action
        var count: Int
        /// The number of accounts that the action did not reach.
        var left: Int
        /// The accounts that were changed; empty if they would make the URL too long for a proxy.
        var uids: [String]

        init(_ action: Action, _ changed: [AccountID], left: Int) {
            (self.action, count, self.left) = (action, changed.count, left)
            let texts = changed.map(\.rawValue)
            uids = texts.reduce(0) { $0 + PercentEncoding.encode($1).utf8.count } <= maxURLBytes ? texts : []
        }

        init?(_ parameters: QueryParameters) {
            guard let action = parameters["done"].flatMap(Action.init(rawValue:)), let count = parameters["count"].flatMap(Int.init),
                let left = parameters["left"].flatMap(Int.init)
            else { return nil }
            (self.action, self.count, self.left, uids) = (action, count, left, SelectedUsers.uids(in: parameters))
        }

        var pairs: [(String, String)] {
            [("done", action.rawValue), ("count", String(count)), ("left", String(left))] + uids.map { ("uid", $0) }
        }

        var text: String { SelectedUsers.query(pairs) }
    }

    private struct Confirmation {
        let frame: ConsoleFrame
        let csrf: String
        let list: String
        let here: String
        let back: String
        let count: String
        let accounts: [Row]

        struct Row {
            let uid: String
            let identifier: String
        }
    }

    /// - Parameter action: The value of the button.
    func act(_ action: String, _ input: ConsoleRequest) async throws -> Response {
        // The first button of the form, which is hidden: browsers press it when a checkbox has the focus and the user presses Enter.
        if action == "none" { return .seeOther(list(input)) }
        guard let action = Action(rawValue: action) else { throw ConsoleRefusal.notFound("The console has no such action.") }
        let ids = Self.uids(in: input.form).map { AccountID(rawValue: $0) }
        guard !ids.isEmpty else { return .seeOther(list(input)) }
        if action == .delete, input.form["confirmed"] != "yes" { return try await confirmation(ids, input) }
        return .seeOther(list(input, after: try await perform(action, on: ids, input)))
    }

    /// Changes one account after the other, each in a transaction of its own.
    ///
    /// - Throws: The error of the first account. A later one ends the action, and the report says how far it came.
    private func perform(_ action: Action, on ids: [AccountID], _ input: ConsoleRequest) async throws -> Report {
        var changed: [AccountID] = []
        for (index, id) in ids.enumerated() {
            do {
                // Access may have been revoked meanwhile.
                try await console.store.read { try console.door.check(input.visitor, atLeast: .editor, in: $0) }
                if try await perform(action, on: id, input) { changed.append(id) }
            } catch  where !changed.isEmpty {
                input.context.logger.error("an action on selected accounts has ended early", metadata: ["cause": "\(error)"])
                return Report(action, changed, left: ids.count - index)
            }
        }
        return Report(action, changed, left: 0)
    }

    private struct Unchanged: Error {}

    /// - Returns: Whether the account existed and was changed.
    private func perform(_ action: Action, on id: AccountID, _ input: ConsoleRequest) async throws -> Bool {
        var revision = AccountRevision()
        do {
            switch action {
            case .delete: try await administration.delete(id, by: input.caller, actor: input.actor)
            case .revoke:
                revision.validSince = administration.instant
                _ = try await administration.update(id, revision, by: input.caller, actor: input.actor)
            case .disable, .enable:
                let disables = action == .disable
                revision.disabled = disables
                _ = try await administration.update(id, revision, by: input.caller, actor: input.actor) { before in
                    guard before.disabled != disables else { throw Unchanged() }
                }
            }
            return true
        } catch is Unchanged {
            return false
        } catch let error as SignInError where error.code == .userNotFound {
            return false
        }
    }

    private func confirmation(_ ids: [AccountID], _ input: ConsoleRequest) async throws -> Response {
        let accounts = try await console.store.read { view in try ids.compactMap { try view.account($0, in: input.realm.id) } }
        guard !accounts.isEmpty else { return .seeOther(list(input)) }
        return try console.page(
            "console-users-delete",
            Confirmation(
                frame: console.frame(input.visitor, .users, of: input.project),
                csrf: console.forms.cookie.formToken(for: input.visitor.browser), list: list(input), here: input.realm.users,
                back: input.form["back"] ?? "", count: accounts.count == 1 ? "this account" : "these \(accounts.count) accounts",
                accounts: accounts.map { .init(uid: $0.id.rawValue, identifier: $0.shownIdentifier) }))
    }

    private static func uids(in parameters: QueryParameters) -> [String] {
        var seen: Set<String> = []
        return Array(parameters.values(of: "uid").filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(limit))
    }

    /// Returns the path of the list from which the accounts were selected.
    private func list(_ input: ConsoleRequest, after report: Report? = nil) -> String {
        let back = (try? QueryParameters(formEncoded: input.form["back"] ?? "")) ?? []
        var pairs = UserListQuery.names.compactMap { name in back[name].map { (name, $0) } }
        if let report {
            pairs += report.pairs + [("mark", console.forms.cookie.mark(of: report.text, for: input.visitor.browser))]
        }
        return input.realm.users + (pairs.isEmpty ? "" : "?" + Self.query(pairs))
    }

    private static func query(_ pairs: [(String, String)]) -> String {
        pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }
}
