import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/import`: imports accounts from a file of `firebase auth:export` or of Latchkey.
///
/// The browser reads the file and sends its users in parts, so that it can show progress and retry a part that got no response.
struct ImportPage: Sendable {
    let console: Console
    let importing: AccountImport
    let hashConfigurations: HashConfigurationAdministration

    /// The maximum size of a part as a form. The script stays far below it unless a single user is that large.
    private static let maxBytes = 2_097_152

    static func path(in realm: Realm) -> String { ConsoleRealm.path(of: realm) + "/import" }

    private struct Content {
        let frame: ConsoleFrame
        let tenant: String?
        let list: String
        let here: String
        let csrf: String
        let script: String
    }

    func add(to router: Router<ServerContext>) {
        for route in ConsoleRealm.routes("/import") {
            console.get(route, on: router) { request, context in
                let visitor = try await console.door.visitor(request, atLeast: .editor)
                let realm = try await console.realm(context)
                return try console.page(
                    "console-import",
                    Content(
                        frame: console.frame(visitor, .users, of: realm.project), tenant: realm.tenant?.shownName, list: realm.users,
                        here: Self.path(in: realm.id), csrf: console.forms.cookie.formToken(for: visitor.browser),
                        script: PageAsset.importScript.address))
            }
            console.form(route, by: .editor, on: router, upTo: Self.maxBytes) { input in try await respond(to: input) }
        }
    }

    private func respond(to input: ConsoleRequest) async throws -> Response {
        do {
            return try .json(try await take(input))
        } catch let error as HashParametersError {
            return try .json(ScriptRefusal(message: "The hash parameters cannot be used: \(error.description)"), status: .badRequest)
        } catch let error as SignInError {
            return try .json(ScriptRefusal(message: error.message ?? error.code.rawValue), status: .badRequest)
        }
    }

    /// The result of importing a part.
    private struct Report: Encodable {
        var created = 0
        var replaced = 0
        var unchanged = 0
        var kept = 0
        var refused = 0
        var rows: [Row] = []

        struct Row: Encodable {
            /// The zero-based index of the user in the part.
            let index: Int
            let message: String
        }

        mutating func add(_ row: AccountImport.Row, at index: Int) {
            var message = row.warning
            switch row.outcome {
            case .created: created += 1
            case .replaced: replaced += 1
            case .unchanged: unchanged += 1
            case .kept:
                kept += 1
                message = "The account already exists and differs from the file."
            case .refused(let reason):
                refused += 1
                message = reason
            }
            if let message { rows.append(Row(index: index, message: message)) }
        }
    }

    private func take(_ input: ConsoleRequest) async throws -> Report {
        var options = AccountImport.Options()
        options.allowOverwrite = input.form["overwrite"] == "yes"
        // Parts are cut arbitrarily, so duplicates are handled row by row.
        options.refusesDuplicates = false
        options.keepsFactorsOfUnproved = true
        // A file that the console exports has no passwords, so existing ones are kept.
        options.keepsPasswords = true
        if let text = input.form["hashConfig"], !text.isEmpty {
            guard text.utf8.count <= HashConfigText.maxBytes else { throw HashParametersError("they are too long.") }
            let configurations = try HashConfigText(text).versions.mapValues { try HashParameters($0).checked() }
            options.methods = try await hashConfigurations.methods(
                for: configurations.sorted { $0.key < $1.key }.map { (version: $0.key, parameters: $0.value) }, of: input.project.id,
                by: input.author)
        }
        let users = (input.form["users"] ?? "").split(separator: "\n").map { ImportedAccount(fileRow: Array($0.utf8)) }
        var report = Report()
        let rows = try await importing.run(users, options, by: input.caller, actor: input.actor) { view in
            try console.door.check(input.visitor, atLeast: .editor, in: view)
        }
        for (index, row) in rows.enumerated() { report.add(row, at: index) }
        return report
    }
}
