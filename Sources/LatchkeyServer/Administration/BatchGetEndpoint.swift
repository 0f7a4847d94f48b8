// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import LatchkeyIdentity
import LatchkeyWire

/// `GET projects/{project}/accounts:batchGet`: all accounts, a page at a time, in the order of their uids.
struct BatchGetEndpoint: AdminEndpoint {
    static let method = HTTPRequest.Method.get
    static let name = "accounts:batchGet"
    private static let standardCount = 20
    private static let maxCount = 1000

    let store: any AccountStore

    static func tenant(of ask: BatchGetRequest) -> String? { ask.tenantId }

    func answer(_ ask: BatchGetRequest, from caller: AdminCaller) async throws -> BatchGetReply {
        let count = ask.maxResults ?? Self.standardCount
        guard (1...Self.maxCount).contains(count) else {
            throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "maxResults is 1 to \(Self.maxCount).")
        }
        let realm = caller.caller.realm
        let last = ask.nextPageToken.unlessEmpty.map(AccountID.init(rawValue:))
        let users = try await store.read { try $0.described($0.accounts(in: realm, after: last, limit: count)) }
        // A token comes with every full page, also when nothing follows: so does Google's.
        return BatchGetReply(users: users.isEmpty ? nil : users, nextPageToken: users.count == count ? users.last?.localId : nil)
    }
}
