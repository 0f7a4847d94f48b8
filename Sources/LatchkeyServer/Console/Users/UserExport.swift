// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWire
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every account of a project as one file, in the form of `firebase auth:export`.
///
/// It has no hashes of passwords: a session of the console that fell into other hands must not be worth the passwords of everybody. Who is
/// at the machine can have them by `latchkey users export`.
struct UserExport: Sendable {
    let console: Console
    let now: WallClock

    private static let pageSize = 500

    static func path(in project: ProjectID) -> String { "/console/projects/\(project.rawValue)/export" }

    func add(to router: Router<ServerContext>) {
        console.form("/console/projects/:project/export", by: .owner, on: router) { ask in
            let event = AuthEvent(
                at: now().inWholeMilliseconds, realm: Realm(project: ask.project.id), kind: .exportAccounts, outcome: .allowed,
                actor: ask.actor, address: ask.client.address)
            try await console.store.write { try $0.append(event) }
            let name = "users-\(ask.project.id.rawValue)-\(ShownDate(now()).machine.prefix(10)).json"
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/json", .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
                    .xContentTypeOptions: "nosniff",
                ], body: body(of: Realm(project: ask.project.id)))
        }
    }

    /// Read from the store as fast as the browser takes it.
    private func body(of realm: Realm) -> ResponseBody {
        ResponseBody { writer in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var last: AccountID?
            var opening = "{\"users\":["
            while true {
                let (after, limit) = (last, Self.pageSize)
                let page = try await console.store.read { view in
                    try view.described(try view.accounts(in: realm, after: after, limit: limit))
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
