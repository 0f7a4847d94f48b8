import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The actions on the accounts that are selected in the list of users. Each account's history records them.
struct SelectedUsers: Sendable {
    let console: Console
    let administration: AccountAdministration

    /// The maximum number of accounts of one request: those of one page.
    static let limit = UsersPage.pageSize
    private static let maxAddressBytes = 2048

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

        /// The action that reverses this one. Ended sessions stay ended.
        var undo: Action? {
            switch self {
            case .disable: .enable
            case .enable: .disable
            case .revoke, .delete: nil
            }
        }
    }

    /// What the list reports after an action.
    struct Done {
        let text: String
        let undo: String?
        /// The accounts that an undo changes again.
        let uids: [String]

        init?(_ parameters: QueryParameters?) {
            guard let parameters, let action = parameters["done"].flatMap(Action.init(rawValue:)) else { return nil }
            uids = SelectedUsers.uids(in: parameters)
            let count = min(parameters["count"].flatMap(Int.init) ?? 0, SelectedUsers.limit)
            text = count > 0 ? action.done(count) : "None of these accounts exists any more."
            undo = uids.isEmpty ? nil : action.undo?.rawValue
        }
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
        guard let action = Action(rawValue: action) else { throw ConsoleRefusal.notFound("The console has no such action.") }
        let ids = Self.uids(in: input.form).map { AccountID(rawValue: $0) }
        guard !ids.isEmpty else { return .seeOther(Self.list(input)) }
        if action == .delete, input.form["confirmed"] != "yes" { return try await confirmation(ids, input) }
        let changed = try await perform(action, on: ids, input)
        return .seeOther(Self.list(input, after: action, on: changed))
    }

    /// - Returns: The accounts that still existed.
    private func perform(_ action: Action, on ids: [AccountID], _ input: ConsoleRequest) async throws -> [AccountID] {
        var changed: [AccountID] = []
        for id in ids {
            do {
                switch action {
                case .delete: try await administration.delete(id, by: input.caller, actor: input.actor)
                case .disable, .enable, .revoke:
                    var revision = AccountRevision()
                    if action == .revoke { revision.validSince = administration.instant } else { revision.disabled = action == .disable }
                    _ = try await administration.update(id, revision, by: input.caller, actor: input.actor)
                }
                changed.append(id)
            } catch let error as SignInError where error.code == .userNotFound {}
        }
        return changed
    }

    private func confirmation(_ ids: [AccountID], _ input: ConsoleRequest) async throws -> Response {
        let accounts = try await console.store.read { view in try ids.compactMap { try view.account($0, in: input.realm.id) } }
        guard !accounts.isEmpty else { return .seeOther(Self.list(input)) }
        return try console.page(
            "console-users-delete",
            Confirmation(
                frame: console.frame(input.visitor, .users, of: input.project),
                csrf: console.forms.cookie.formToken(for: input.visitor.browser), list: Self.list(input), here: input.realm.users,
                back: input.form["back"] ?? "", count: accounts.count == 1 ? "this account" : "these \(accounts.count) accounts",
                accounts: accounts.map { .init(uid: $0.id.rawValue, identifier: $0.shownIdentifier) }))
    }

    private static func uids(in parameters: QueryParameters) -> [String] {
        var seen: Set<String> = []
        return Array(parameters.values(of: "uid").filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(limit))
    }

    /// Returns the path of the list from which the accounts were selected.
    private static func list(_ input: ConsoleRequest, after action: Action? = nil, on ids: [AccountID] = []) -> String {
        let back = (try? QueryParameters(formEncoded: input.form["back"] ?? "")) ?? []
        var pairs = ["q", "method", "state", "after"].compactMap { name in back[name].map { (name, $0) } }
        if let action {
            pairs += [("done", action.rawValue), ("count", String(ids.count))]
            // Longer addresses could exceed a proxy's limit. They have no undo.
            if ids.reduce(0, { $0 + $1.rawValue.utf8.count }) <= maxAddressBytes { pairs += ids.map { ("uid", $0.rawValue) } }
        }
        let query = pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
        return input.realm.users + (query.isEmpty ? "" : "?" + query)
    }
}
