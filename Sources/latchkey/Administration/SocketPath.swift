#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The path of a Unix socket in a form that fits into a socket address, regardless of the length of its folder's path.
///
/// An address holds about 100 bytes. On Linux, a process can refer to an open folder by a short path.
final class SocketPath: Sendable {
    let text: String
    private let folder: Int32?

    private static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// - Parameters:
    ///   - folder: The folder of the socket; it must exist.
    ///   - name: The socket's file name.
    /// - Throws: ``AdminError`` when the path is too long and cannot be shortened.
    init(folder path: String, name: String) throws {
        let whole = path + "/" + name
        // The address ends with a zero byte.
        guard whole.utf8.count >= Self.capacity else {
            text = whole
            folder = nil
            return
        }
        #if os(Linux)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw AdminError("The folder \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        let short = "/proc/self/fd/\(descriptor)"
        guard access(short, F_OK) == 0 else {
            close(descriptor)
            throw Self.tooLong(whole)
        }
        text = short + "/" + name
        folder = descriptor
        #else
        throw Self.tooLong(whole)
        #endif
    }

    deinit {
        if let folder { close(folder) }
    }

    private static func tooLong(_ path: String) -> AdminError {
        AdminError(
            """
            The path \(path) is too long for a socket: the limit is \(capacity - 1) bytes. Use a shorter path for the data folder, for \
            example with a symbolic link.
            """)
    }
}
