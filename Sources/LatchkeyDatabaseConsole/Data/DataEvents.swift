import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb
import NIOCore
import ServiceLifecycle
import Synchronization

/// `/console/projects/PROJECT/data/events`: an event stream of the paths that changed. The page fetches the new values itself.
struct DataEvents: Sendable {
    let console: Console
    let page: DataPage
    private let places = PlacesByNetwork(maxPerNetwork: 16)

    /// The longest time that a stream outlives its session or the role of its reader.
    private static let watchInterval = Duration.seconds(2)
    /// The pause between two messages. Changes in between are batched.
    private static let pause = Duration.milliseconds(100)

    init(console: Console, page: DataPage) {
        self.console = console
        self.page = page
    }

    func add(to router: Router<ServerContext>) {
        console.get(DataPage.route + "/events", on: router) { request, context in
            guard request.isSameOrigin(as: console.forms.cookie.publicAddress) else { throw HTTPError(.forbidden) }
            let place = try await page.place(request, context, request.queryParameters)
            return try stream(of: place, request, on: context.channel)
        }
    }

    private func stream(of place: DataPlace, _ request: Request, on channel: any Channel) throws -> Response {
        guard let seat = places.take(place.visitor.account.id.rawValue) else { throw HTTPError(.tooManyRequests) }
        let changes = ChangedPlaces(below: place.path)
        let id = try place.database.listen(
            to: place.path, by: .administrator, sink: { event, _ in changes.add(event) }, first: { _ in {} })
        let listening = Listening(place.database, id)
        channel.closeFuture.whenComplete { [weak listening] _ in
            listening?.end()
            changes.finish()
        }
        return Response(
            status: .ok, headers: DatabaseStream.responseHeaders,
            body: ResponseBody { [console] writer in
                let watch = Task {
                    while await Self.mayStay(request, console.door) {
                        changes.ring()
                        try await Task.sleep(for: Self.watchInterval)
                    }
                    changes.finish(saying: "event: end\ndata: \n\n")
                }
                // A graceful shutdown waits for open responses, and this one does not end by itself.
                let stop = Task {
                    try await gracefulShutdown()
                    changes.finish()
                }
                defer {
                    watch.cancel()
                    stop.cancel()
                    listening.end()
                    seat.leave()
                }
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                for await _ in changes.news {
                    let told = changes.take()
                    if told.isEmpty { break }
                    try await writer.write(ByteBuffer(bytes: told))
                    try await Task.sleep(for: Self.pause)
                }
                let rest = changes.take()
                // An empty chunk would end the response.
                if !rest.isEmpty { try await writer.write(ByteBuffer(bytes: rest)) }
                try await writer.finish(nil)
            })
    }

    private static func mayStay(_ request: Request, _ door: ConsoleDoor) async -> Bool {
        (try? await door.visitor(request)) != nil
    }
}

/// The paths that have changed since the last message.
private final class ChangedPlaces: Sendable {
    private struct State {
        var paths: Set<String> = []
        var goodbye: String?
        /// Whether the stream has ended. Later changes are ignored.
        var isOver = false
    }

    private let path: TreePath
    private let state = Mutex(State())
    /// Yields an element when there may be changes to take, and finishes with the stream.
    let news: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    /// With more changed paths than this, the page reloads everything that it shows.
    private static let maxPaths = 200

    init(below path: TreePath) {
        self.path = path
        (news, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ event: ListenerEvent) {
        state.withLock { state in
            guard !state.isOver else { return }
            switch event {
            case .put(let place, _): state.paths.insert("\(place)")
            case .merge(let place, let children):
                let beginning = place.isRoot ? "/" : "\(place)/"
                for child in children.prefix(Self.maxPaths + 1) { state.paths.insert(beginning + child.path) }
            case .revoked: break
            // The page connects again.
            case .ended: state.isOver = true
            }
            if state.paths.count > Self.maxPaths { state.paths = ["\(path)"] }
        }
        ring()
    }

    func ring() { bell.yield() }

    func finish(saying goodbye: String? = nil) {
        state.withLock { state in
            if !state.isOver { state.goodbye = goodbye }
            state.isOver = true
        }
        bell.finish()
    }

    /// Returns an event with the paths as a JSON array, a keep-alive comment if there are none, or no bytes when the stream is over.
    func take() -> [UInt8] {
        let (paths, goodbye, isOver) = state.withLock { state in
            defer { state = State(isOver: state.isOver) }
            return (state.paths, state.goodbye, state.isOver)
        }
        var writer = JSONWriter()
        if !paths.isEmpty { writer.append(raw: "data: [") } else if !isOver { writer.append(raw: ":\n\n") }
        for (index, path) in paths.sorted().enumerated() {
            if index > 0 { writer.append(raw: ",") }
            writer.append(quoting: path)
        }
        if !paths.isEmpty { writer.append(raw: "]\n\n") }
        if let goodbye { writer.append(raw: goodbye) }
        return writer.bytes
    }
}
