// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyIdentity
import LatchkeyTree
import Logging
import Testing

@testable import LatchkeyServer

@Suite(.timeLimit(.minutes(5))) struct PollSessionTests {
    /// Its client must not count as gone, although no other poll comes meanwhile.
    @Test func aPollThatWaitsForItsNetworksSupplyIsTakenInAfterwards() async throws {
        let server = try await DatabaseServer()
        let parts = server.parts
        let database = try await DatabaseResolver(parts).database(server.server.project.id.rawValue)
        let supply = ClientSupply(NetworkSupply(rate: 1), network: "192.0.2.1")
        // So that it takes a twentieth of a second until something is left.
        try supply.take(1_048_577)
        let outbox = PollOutbox {}
        let sink = MovableSink(outbox)
        let session = SocketSession(
            id: "id", database: database, resolver: DatabaseResolver(parts), outgoing: sink, logger: Logger(label: "test"))
        let poll = PollSession(
            session, sink: sink, outbox: outbox, callback: nil, password: "password", network: "192.0.2.1", supply: supply,
            clients: parts.clients, timing: .init(hold: .seconds(60), patience: .milliseconds(1), firstPatience: .milliseconds(1)))
        #expect(parts.clients.add(poll))
        let data = Data(#"{"t":"d","d":{"r":1,"a":"s","b":{"c":{}}}}"#.utf8).base64EncodedString().replacing("=", with: ".")
        async let answer = poll.poll([.init(number: 0, total: 1, data: data)])
        while !poll.isPolled { await Task.yield() }
        async let end: Void = poll.run()
        let text = try await answer.messages.map { String(decoding: $0, as: UTF8.self) }
        #expect(text.first?.contains(#""r":1,"b":{"s":"ok""#) == true, "\(text)")
        await end
    }
}
