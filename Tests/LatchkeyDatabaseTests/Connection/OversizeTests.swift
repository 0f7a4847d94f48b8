import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// A write that is too large for any server does not block those after it.
@Suite(.timeLimit(.minutes(10))) struct OversizeTests {
    /// JSON writes each of these characters with six bytes.
    private func text(_ count: Int) -> Node { .leaf(.string(String(repeating: "\u{1}", count: count))) }

    @Test(arguments: [(nil, 174_000, "1048576"), ("a.b.c", 2_796_000, "16777216")])
    func oversizedWritesAreNotSent(token: String?, count: Int, limit: String) async throws {
        let desk = Desk(token: token)
        let (path, owner) = (try WritePath("/a"), desk.person.owner)
        desk.connection.put(text(count), at: path, hash: nil, by: owner, completion: desk.recorder("fits"))
        desk.connection.put(text(count + 1000), at: path, hash: nil, by: owner, completion: desk.recorder("put"))
        desk.connection.onDisconnectPut(text(count + 1000), at: path, by: owner, completion: desk.recorder("gone"))
        for name in ["put", "gone"] {
            let line = await desk.notebook.next()
            #expect(line.hasPrefix("\(name): too_large The write is ") && line.contains("the server accepts at most \(limit)"))
        }
    }

    @Test func aWriteThatEndsEveryConnectionIsGivenUp() async throws {
        let desk = Desk()
        try desk.put("1", at: "/poison", "poison")
        try desk.put("2", at: "/a", "put")
        desk.connection.start(desk.notebook)
        var delay = 1000.0
        for round in 1...PersistentConnection.maxBrokenLines {
            let line = try await desk.greeted()
            #expect(try await line.request()?.hasSuffix(#"p {"p":"/poison","d":1}"#) == true)
            line.hangUp()
            if round == PersistentConnection.maxBrokenLines {
                #expect(await desk.notebook.next().hasPrefix("warned: The server closed the connection each time"))
                #expect(await desk.notebook.next().hasPrefix("poison: too_large The server closed the connection each time"))
            }
            #expect(await desk.notebook.next() == "disconnected")
            let wait = Duration.milliseconds(delay.rounded())
            await desk.time.asleep(for: wait)
            desk.time.pass(wait)
            delay *= 1.3
        }
        let line = try await desk.greeted()
        #expect(try await line.request()?.hasSuffix(#"p {"p":"/a","d":2}"#) == true)
    }

    @Test func aBadLineIsNotTheWritesFault() async throws {
        let desk = Desk()
        try desk.put("1", at: "/a", "put")
        desk.connection.start(desk.notebook)
        var delay = 1000.0
        for _ in 1...PersistentConnection.maxBrokenLines {
            let line = try await desk.greeted()
            _ = try await line.request()
            desk.time.pass(.seconds(11))
            line.hangUp()
            #expect(await desk.notebook.next() == "disconnected")
            let wait = Duration.milliseconds(delay.rounded())
            await desk.time.asleep(for: wait)
            desk.time.pass(wait)
            delay *= 1.3
        }
        #expect(try await desk.greeted().request()?.hasSuffix(#"p {"p":"/a","d":1}"#) == true)
    }
}
