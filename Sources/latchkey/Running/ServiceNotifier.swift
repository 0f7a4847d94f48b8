#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tells the service manager about the state of the server (`sd_notify(3)`). Without a service manager, it does nothing.
struct ServiceNotifier: Sendable {
    enum State: String {
        case ready = "READY=1"
        case reloading = "RELOADING=1"
        case stopping = "STOPPING=1"
    }

    private let socketPath: String?

    init(environment: [String: String]) {
        socketPath = environment["NOTIFY_SOCKET"]
    }

    /// Sends the state. Errors are ignored: the service manager reports a server that does not become ready.
    func tell(_ state: State) {
        guard let socketPath, let first = socketPath.first, first == "/" || first == "@" else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(socketPath.utf8)
        // A name in the abstract namespace begins with a zero byte.
        if first == "@" { bytes[0] = 0 }
        let isCopied = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        #if canImport(Glibc)
        let kind = CInt(SOCK_DGRAM.rawValue)
        #else
        let kind = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_UNIX, kind, 0)
        guard isCopied, descriptor >= 0 else { return }
        defer { close(descriptor) }
        let size = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count } ?? 0
        let text = Array(state.rawValue.utf8)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(descriptor, text, text.count, 0, $0, socklen_t(size)) }
        }
    }
}
