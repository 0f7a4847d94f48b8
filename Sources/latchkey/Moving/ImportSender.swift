// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sends users to the store in pages, a few at the same time, so that one is decoded while another is written.
final class ImportSender {
    private let conversation: AdminConversation
    private let realm: RealmName
    private let methods: [ImportMethod]
    private let overwrite: Bool
    private let detailed: Bool

    private var page = Data()
    private var lengths: [Int] = []
    private var underWay: [Task<UserImportReply, any Error>] = []

    /// In one transaction.
    private static let maxUsers = 1000
    /// With what Base64 and JSON add, a page stays below what the control socket takes.
    private static let maxBytes = 600_000
    private static let maxUnderWay = 3

    init(conversation: AdminConversation, realm: RealmName, methods: [ImportMethod], overwrite: Bool, detailed: Bool) {
        self.conversation = conversation
        self.realm = realm
        self.methods = methods
        self.overwrite = overwrite
        self.detailed = detailed
    }

    /// - Returns: What became of the pages that were answered meanwhile, in the order of the file.
    func send(_ users: [[UInt8]]) async throws -> [UserImportReply] {
        var answered: [UserImportReply] = []
        for user in users {
            if lengths.count == Self.maxUsers || page.count + user.count > Self.maxBytes { answered += try await flush() }
            page.append(contentsOf: user)
            lengths.append(user.count)
        }
        return answered
    }

    func finish() async throws -> [UserImportReply] {
        var answered = try await flush()
        while !underWay.isEmpty { answered.append(try await underWay.removeFirst().value) }
        return answered
    }

    private func flush() async throws -> [UserImportReply] {
        guard !lengths.isEmpty else { return [] }
        let page = UserImportPage(users: page, lengths: lengths, methods: methods, overwrite: overwrite, detailed: detailed)
        self.page.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        var answered: [UserImportReply] = []
        if underWay.count == Self.maxUnderWay { answered.append(try await underWay.removeFirst().value) }
        let (conversation, realm) = (conversation, realm)
        underWay.append(
            Task { try await conversation.ask(.importUsers(in: realm, page: page), for: UserImportReply.self) })
        return answered
    }
}
