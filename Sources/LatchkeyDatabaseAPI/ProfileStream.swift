import HTTPTypes
import Hummingbird
import LatchkeyRealtime
import NIOCore
import ServiceLifecycle

/// `/.settings/profile.json`: all operations on a database as server-sent events named `log`, until the client disconnects.
enum ProfileStream {
    private static let keepAliveInterval = Duration.seconds(30)
    private static let maxWaiting = 10_000

    /// - Parameters:
    ///   - database: The database.
    ///   - caller: The administrator. The stream ends with its credential.
    ///   - maxAge: How long the result of a credential check is reused.
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
