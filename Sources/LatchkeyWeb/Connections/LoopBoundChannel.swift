public import HummingbirdCore
import LatchkeyIdentity
import LatchkeyWire
public import Logging
public import NIOCore
import NIOHTTPTypesHTTP1

/// An HTTP/1.1 channel that handles requests on the event loop that reads them.
///
/// Switching between an event loop and the concurrency pool would cost more than most responses do. Nothing here blocks a thread:
/// passwords are hashed in a separate pool, and commits run on the store's queue. The remaining work, such as reading a few rows and
/// signing, would use the same CPU time on any other thread.
///
/// Tasks that serve a connection have its `Departure`, because Hummingbird does not cancel tasks when a client closes.
public struct LoopBoundChannel: ConnectionChannel {
    /// The value of Hummingbird's HTTP/1.1 channel.
    public typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let register: ConnectionRegister?
    package let idleTimeout: TimeAmount
    /// The closure that responds to requests. It does not record that the connection has sent one.
    public let responder: HTTPChannelHandler.Responder

    /// Creates a channel.
    ///
    /// - Parameters:
    ///   - responder: The closure that responds to requests.
    ///   - idleTimeout: The time without data after which a connection is closed.
    ///   - register: Counts the port's connections; nil if they are not limited.
    public init(
        responder: @escaping HTTPChannelHandler.Responder, idleTimeout: TimeAmount = .seconds(75), register: ConnectionRegister? = nil
    ) {
        self.responder = responder
        self.register = register
        self.idleTimeout = idleTimeout
        let configuration = HTTP1Channel.Configuration(idleTimeout: idleTimeout)
        guard let register else {
            base = HTTP1Channel(responder: responder, configuration: configuration)
            return
        }
        base = HTTP1Channel(
            responder: { request, writer, channel in
                register.spoke(channel)
                try await responder(request, writer, channel)
            }, configuration: configuration)
    }

    /// Adds the connection to the register and sets up its pipeline.
    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        admit(channel)
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(OutgoingGauge(), position: .first)
            try pipeline.addHandler(DepartureHandler())
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HTTP10Closing(), position: .before(codec))
            return value
        }
    }

    /// Serves a connection on its event loop.
    public func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            // This runs on the channel's event loop, as the pipeline requires.
            let handler = try? value.channel.pipeline.syncOperations.handler(type: DepartureHandler.self)
            await Departure.$current.withValue(handler?.departure) {
                await channel(for: value).handle(value: value, logger: logger)
            }
        }
    }
}

extension LoopBoundChannel {
    package func admit(_ connection: any Channel) { register?.open(connection) }

    package func spoke(_ connection: any Channel) { register?.spoke(connection) }

    package func refusal(of connection: any Channel) -> Responder? {
        guard let refusal = register?.refusal(of: connection) else { return nil }
        return { _, writer, channel in
            try await refusal.respond(try WireEncoder.encode(refusal.envelope), writer: writer, on: channel)
        }
    }

    /// Returns the channel that serves a connection: the base channel, or one that rejects the requests of a connection beyond the limits.
    private func channel(for value: Value) -> HTTP1Channel {
        refusal(of: value.channel).map { HTTP1Channel(responder: $0, configuration: .init()) } ?? base
    }
}

/// Runs tasks on an event loop.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
