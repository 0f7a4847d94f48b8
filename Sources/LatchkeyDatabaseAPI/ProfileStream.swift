import HTTPTypes
import Hummingbird
import LatchkeyRealtime
import NIOCore
import ServiceLifecycle

/// `/.settings/profile.json`: everything that is done to a database, as server-sent events named `log`, while somebody reads.
enum ProfileStream {
    private static let keepAliveInterval = Duration.seconds(30)
    private static let maxWaiting = 10_000

    /// - Parameters:
    ///   - caller: with whose credential the stream ends.
    ///   - maxAge: how long what is known of the credential is believed.
    static func response(
        of database: RealtimeDatabase, for caller: DatabaseCaller, maxAge: Duration = CredentialWatch.standardMaxAge
    ) -> Response {
        Response(
            status: .ok, headers: DatabaseStream.responseHeaders,
            body: ResponseBody { writer in
                var writer = writer
                let watch = CredentialWatch(caller, maxAge: maxAge)
                let (events, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(maxWaiting))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for await operation in database.profile.operations() {
                            continuation.yield("event: log\ndata: \(String(decoding: operation.json, as: UTF8.self))\n\n")
                        }
                    }
                    group.addTask {
                        while true {
                            continuation.yield("event: keep-alive\ndata: null\n\n")
                            try await Task.sleep(for: keepAliveInterval)
                        }
                    }
                    group.addTask {
                        try await watch.waitForEnd(of: caller)
                        continuation.finish()
                    }
                    defer { group.cancelAll() }
                    try await withGracefulShutdownHandler {
                        for await event in events {
                            guard !(await watch.hasEnded(of: caller)) else { break }
                            try await writer.write(ByteBuffer(string: event))
                        }
                    } onGracefulShutdown: {
                        continuation.finish()
                    }
                }
                if await watch.hasEnded(of: caller) { try await writer.write(ByteBuffer(bytes: DatabaseStream.revoked)) }
                try await writer.finish(nil)
            })
    }
}
