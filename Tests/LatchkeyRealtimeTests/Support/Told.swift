import LatchkeyRealtime
import LatchkeyTree
import Synchronization

/// The events of a listener, as text.
final class Told: Sendable {
    private let events = Mutex<[String]>([])

    var texts: [String] { events.withLock { $0 } }

    func begin(_ node: Node) -> () -> Void {
        let text = "first \(node.json())"
        return { self.events.withLock { $0.append(text) } }
    }

    func take(_ event: ListenerEvent, _ copies: SharedCopies) {
        events.withLock { $0.append(Self.text(event)) }
    }

    static func text(_ event: ListenerEvent) -> String {
        switch event {
        case .put(let path, let node): "put \(path) \(node.json())"
        case .merge(let path, let children): "merge \(path) \(children.map { "\($0.path) \($0.node.json())" })"
        case .revoked: "revoked"
        case .ended: "ended"
        }
    }
}
