import Foundation

/// Sends users to the store in pages, several at a time, so that decoding and writing overlap.
final class ImportSender {
    private let connection: AdminConnection
    private let realm: RealmName
    private let methods: [ImportMethod]
    private let overwrite: Bool
    private let detailed: Bool

    private var page: UserImportPage
    private var sentRows = 0
    private var underWay: [(firstRow: Int, reply: Task<UserImportReply, any Error>)] = []
    private var replies: [UserImportReply] = []
    /// The error of the first page that was not stored.
    private var failure: (any Error)?

    /// The maximum number of users in one transaction.
    private static let maxUsers = 1000
    /// With the overhead of Base64 and JSON, a page stays below the limit of a request.
    private static let maxBytes = 600_000
    // One page is written while the next one is decoded. More would share a commit, whose savepoints copy more of the store.
    private static let maxUnderWay = 2

    init(connection: AdminConnection, realm: RealmName, methods: [ImportMethod], overwrite: Bool, detailed: Bool) {
        self.connection = connection
        self.realm = realm
        self.methods = methods
        self.overwrite = overwrite
        self.detailed = detailed
        page = UserImportPage(methods: methods, overwrite: overwrite, detailed: detailed)
    }

    /// - Throws: The error of a page that was not stored. Other pages may have been stored; ``finish()`` waits for them.
    func send(_ rows: [UserFile.Row]) async throws {
        for row in rows {
            if page.lengths.count == Self.maxUsers || page.users.count + row.byteCount > Self.maxBytes {
                if underWay.count == Self.maxUnderWay { await collect() }
                if let failure { throw failure }
                launch()
            }
            page.append(row)
        }
    }

    /// Sends the last page, unless a page failed, and waits for all pending pages.
    ///
    /// - Throws: The error of the first page that was not stored.
    func finish() async throws {
        if failure == nil { launch() }
        while !underWay.isEmpty { await collect() }
        if let failure { throw failure }
    }

    /// Returns the results since the last call, in the order of the file. Rows have their indexes in the file.
    func takeReplies() -> [UserImportReply] {
        defer { replies.removeAll() }
        return replies
    }

    private func launch() {
        guard !page.lengths.isEmpty else { return }
        let (connection, realm, page) = (connection, realm, page)
        let response = Task {
            try await connection.send(
                .post("/v2/projects/\(realm.project)/users:import", query: ["tenantId": realm.tenant], page), for: UserImportReply.self)
        }
        underWay.append((sentRows, response))
        sentRows += page.lengths.count
        self.page = UserImportPage(methods: methods, overwrite: overwrite, detailed: detailed)
    }

    private func collect() async {
        let (firstRow, response) = underWay.removeFirst()
        do {
            var reply = try await response.value
            for index in reply.rows.indices { reply.rows[index].index += firstRow }
            replies.append(reply)
        } catch {
            failure = failure ?? error
        }
    }
}
