import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire
import NIOCore

/// The export of all accounts of a project or tenant as one file, in the format of `firebase auth:export`.
///
/// The file contains no password hashes, so that a stolen console session cannot expose them. Operators with access to the machine can
/// export them with `latchkey users export`.
struct UserExport: Sendable {
    let console: Console
    let accounts: AccountAdministration
    let now: WallClock

    private static let pageSize = 500

    static func path(in realm: Realm) -> String { ConsoleRealm.path(of: realm) + "/export" }

    func add(to router: Router<ServerContext>) {
        for route in ConsoleRealm.routes("/export") {
            console.form(route, by: .owner, on: router) { input in try await export(input) }
        }
    }

    private func export(_ input: ConsoleRequest) async throws -> Response {
        let realm = input.realm.id
        try await accounts.recordExport(of: realm, by: input.author)
        let whose = [realm.project.rawValue, realm.tenant.rawValue].filter { !$0.isEmpty }.joined(separator: "-")
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json",
                .contentDisposition: "attachment; filename=\"users-\(whose)-\(ShownDate(now()).machine.prefix(10)).json\"",
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ], body: body(of: realm, for: input.visitor))
    }

    /// Streams the accounts at the pace of the browser. The stream is aborted if the administrator loses the owner role.
    private func body(of realm: Realm, for visitor: ConsoleVisitor) -> ResponseBody {
        ResponseBody { writer in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var last: AccountID?
            var opening = "{\"users\":["
            while true {
                let (after, limit) = (last, Self.pageSize)
                let page = try await console.store.read { view in
                    try console.door.check(visitor, atLeast: .owner, in: view)
                    return try view.described(try view.accounts(in: realm, after: after, limit: limit), withPasskeys: false)
                }
                var buffer = ByteBuffer()
                for user in page {
                    buffer.writeString(opening + "\n")
                    buffer.writeBytes(try encoder.encode(user.forFile.withoutPassword))
                    opening = ","
                }
                if buffer.readableBytes > 0 { try await writer.write(buffer) }
                guard page.count == limit, let uid = page.last?.localId else { break }
                last = AccountID(rawValue: uid)
            }
            try await writer.write(ByteBuffer(string: (opening == "," ? "" : opening) + "\n]}\n"))
            try await writer.finish(nil)
        }
    }
}

extension UserInfo {
    fileprivate var withoutPassword: UserInfo {
        var user = self
        (user.passwordHash, user.salt, user.version) = (nil, nil, nil)
        return user
    }
}
