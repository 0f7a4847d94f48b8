// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyWire
import Synchronization

/// `/openapi.json`: what the server answers, for people's tools.
final class APIDocumentEndpoint: Sendable {
    private let record: APIRecord
    private let version: String
    private let publicAddress: PublicAddress
    /// Written when it is first asked for: a start should not wait for it.
    private let text = Mutex<[UInt8]?>(nil)

    static let path = "/openapi.json"

    init(record: APIRecord, version: String, publicAddress: PublicAddress) {
        self.record = record
        self.version = version
        self.publicAddress = publicAddress
    }

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { [self] _, _ in
            Response.json(bytes: try bytes(), cacheControl: "public, max-age=3600")
        }
    }

    private func bytes() throws -> [UInt8] {
        if let known = text.withLock({ $0 }) { return known }
        let written = try WireEncoder.encode(
            APIDocument(record.operations + APIOperation.byHand, version: version, url: publicAddress.url))
        text.withLock { $0 = written }
        return written
    }
}
