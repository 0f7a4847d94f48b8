import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb
import NIOCore
import ServiceLifecycle
import Synchronization

/// `/console/projects/PROJECT/data/events`: tells an open page where something changed. What is there now the page asks for itself.
struct DataEvents: Sendable {
    let console: Console
    let page: DataPage
    private let places = PlacesByNetwork(maxPerNetwork: 16)

    /// How long a stream outlives its session or its reader's role.
    private static let watchInterval = Duration.seconds(2)
    /// Between two messages; what happens meanwhile comes with the next.
    private static let pause = Duration.milliseconds(100)

    init(console: Console, page: DataPage) {
        self.console = console
        self.page = page
    }

    func add(to router: Router<ServerContext>) {
        console.get(DataPage.route + "/events", on: router) { request, context in
            guard request.isSameOrigin(as: console.forms.cookie.publicAddress) else { throw HTTPError(.forbidden) }
            let place = try await page.place(request, context, request.asked)
            return try stream(of: place, request, on: context.channel)
        }
    }

    private func stream(of place: DataPlace, _ request: Request, on channel: any Channel) throws -> Response {
        let administrator = place.visitor.account.id.rawValue
        guard places.enter(administrator) else { throw HTTPError(.tooManyRequests) }
        let seat = Seat(places, administrator)
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
                // A server that stops waits for its answers to end, and this one has no end of its own.
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
                // A chunk without bytes would be the end of the answer.
                if !rest.isEmpty { try await writer.write(ByteBuffer(bytes: rest)) }
                try await writer.finish(nil)
            })
    }

    private static func mayStay(_ request: Request, _ door: ConsoleDoor) async -> Bool {
        (try? await door.visitor(request)) != nil
    }
}

/// One of the streams that an administrator may have at once. It is free again with the answer, also with one that was never sent.
private final class Seat: Sendable {
    private let places: PlacesByNetwork
    private let administrator: String
    private let isTaken = Mutex(true)

    init(_ places: PlacesByNetwork, _ administrator: String) {
        self.places = places
        self.administrator = administrator
    }

    deinit { leave() }

    func leave() {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = false }
            return isTaken
        }
        if wasTaken { places.leave(administrator) }
    }
}

/// Where something changed since it was last told.
private final class ChangedPlaces: Sendable {
    private struct State {
        var paths: Set<String> = []
        var goodbye: String?
        /// Nothing that happens from then on is told.
        var isOver = false
    }

    private let path: TreePath
    private let state = Mutex(State())
    /// Has an element when there may be something to take, and ends with the stream.
    let news: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    /// With more of them a page asks anew for all that it shows.
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

    /// An event of the paths as an array, or a sign that somebody is there still; nothing when all is said.
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
