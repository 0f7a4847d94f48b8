// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ServerUnderTest
import Testing

/// A process that makes clients and drops them for as long as it runs, as a server does that acts for many people.
@Suite(.timeLimit(.minutes(10))) struct ClientLifeTests {
    @Test func aThousandClientsLeaveNothingBehind() async throws {
        let folder = try TemporaryFolder()
        // The cheaper signature: this is about clients.
        let options = ["--sandbox", "--sandbox-port", "0", "--signing-algorithm", "ES256"]
        try await LatchkeyProcess.serve(in: folder, options) { server in
            let twitter = try #require(server.report.sandbox).twitter
            let token = try await Web.post(twitter + "/sandbox/tokens", json: ["app": AppServer.consumerKey, "person": "ada"])
            let pair = "\(try #require(token["accessToken"], "\(token.text)")) \(try #require(token["tokenSecret"]))"
            // The first ones fill pools and caches, which are to be filled once.
            let visitor = try await Visitor.run(
                server, folder: try TemporaryFolder(), ["churn 50 \(pair)", "churn 1000 \(pair)"])
            #expect(visitor.status == 0, "\(visitor.errors)")
            let words = try #require(visitor.lines.last).split(separator: " ")
            #expect(words.prefix(4) == ["churn", "1000", "left", "0"], "\(visitor.lines)")
            // A client has more than ten kilobytes; what is below that is the allocator's.
            #expect(try #require(words.last.flatMap { Int($0) }) < 8000, "\(visitor.lines)")
        }
    }
}
