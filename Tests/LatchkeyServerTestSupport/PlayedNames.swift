package import LatchkeyProviders
import Synchronization

extension HostLookup {
    /// Names with addresses that a test sets. An address resolves to itself; all other names have a public address.
    package static func played(_ names: [String: [String]] = [:]) -> HostLookup {
        HostLookup { host in
            if let known = names[host.lowercased()] { return known }
            let isAddress = host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            return isAddress ? [host] : ["203.0.113.7"]
        }
    }
}

extension CallTargets {
    /// For servers that a test runs locally.
    package static let ofThisMachine = CallTargets(allowing: .thisMachine)
}

/// A name with addresses that change with each lookup (DNS rebinding).
package final class ChangingName: Sendable {
    private let replies: Mutex<[[String]]>
    private let received = Mutex(0)

    package init(_ replies: [[String]]) { self.replies = Mutex(replies) }

    package var count: Int { received.withLock { $0 } }

    package var lookup: HostLookup {
        HostLookup { [self] _ in
            received.withLock { $0 += 1 }
            return replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }
}
