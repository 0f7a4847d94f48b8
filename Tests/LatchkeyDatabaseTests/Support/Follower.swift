import LatchkeyTree
import Synchronization

@testable import LatchkeyDatabase

/// An observer that keeps only what it received: the value, and a list that it builds from child events.
final class Follower: Sendable {
    struct Known {
        var value: Node?
        var children: [(key: ChildKey, node: Node)] = []
        /// The first inconsistency.
        var complaint: String?
        var isCanceled = false
    }

    let query: DatabaseQuery
    let registrations: [Registration]
    private let known: @Sendable () -> Known

    init(_ query: DatabaseQuery) {
        self.query = query
        let state = Shared()
        known = { state.known.withLock { $0 } }
        let types: [DataEventType] = [.childRemoved, .childAdded, .childMoved, .childChanged, .value]
        registrations = types.map { type in
            Registration(
                type,
                sink: .direct(
                    event: { event in state.known.withLock { $0.follow(event) } },
                    cancel: { _ in state.known.withLock { $0.isCanceled = true } }))
        }
        for registration in registrations { query.add(registration) }
    }

    private final class Shared: Sendable {
        let known = Mutex(Known())
    }

    var seen: Known { known() }

    func stop() {
        let handles = Set(registrations.map(\.handle))
        query.database.repo.remove(at: query.location) { handles.contains($0.handle) }
    }
}

extension Follower.Known {
    mutating func follow(_ event: ViewEvent) {
        let index = children.firstIndex { $0.key == event.key }
        switch (event.type, event.key) {
        case (.value, _):
            if value == event.node { complain("the value was told twice", event) }
            value = event.node
        case (.childAdded, let key?):
            if index != nil { complain("a child was added that is there", event) }
            insert(key, event)
        case (.childRemoved, _):
            guard let index else { return complain("a child was removed that is not there", event) }
            if children[index].node != event.node { complain("a child was removed that looked differently", event) }
            children.remove(at: index)
        case (.childMoved, let key?):
            guard let index else { return complain("a child moved that is not there", event) }
            children.remove(at: index)
            insert(key, event)
        case (.childChanged, _):
            guard let index else { return complain("a child changed that is not there", event) }
            children[index].node = event.node
        default: complain("a child has no key", event)
        }
    }

    private mutating func insert(_ key: ChildKey, _ event: ViewEvent) {
        guard let previous = event.previousKey else { return children.insert((key, event.node), at: 0) }
        guard let index = children.firstIndex(where: { $0.key == previous }) else {
            return complain("the child before is not there", event)
        }
        children.insert((key, event.node), at: index + 1)
    }

    private mutating func complain(_ text: String, _ event: ViewEvent) {
        if complaint == nil { complaint = "\(text): \(event)" }
    }
}
