#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A descriptor that the parent process opened for this one.
struct InheritedDescriptor {
    private let descriptor: CInt

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// The time limit for a pipe whose other end stays open.
    static let limit = Duration.seconds(30)

    /// The reason why a descriptor cannot be read.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads everything and closes the descriptor. Standard input stays open, as an empty input.
    func readAndClose(upTo maxBytes: Int) throws(Problem) -> [UInt8] {
        let flags = fcntl(descriptor, F_GETFD)
        // Descriptors that this process opened itself are closed at the start of another program.
        guard flags >= 0, flags & FD_CLOEXEC == 0 else { throw problem("is not open, or was read before") }
        defer { release() }
        let input = BoundedInput(for: Self.limit)
        var read: [UInt8] = []
        while read.count <= maxBytes {
            guard input.wait(for: [descriptor]) != nil else { throw problem("did not end within \(Self.limit.components.seconds) seconds") }
            switch BoundedInput.read(descriptor, upTo: maxBytes + 1) {
            case .bytes(let bytes): read += bytes
            case .end: return read
            case .failure(let code): throw problem("cannot be read: \(String(cString: strerror(code)))")
            }
        }
        throw problem("contains more than \(maxBytes) bytes")
    }

    private func release() {
        guard descriptor == STDIN_FILENO else {
            close(descriptor)
            return
        }
        let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard empty >= 0 else { return }
        dup2(empty, STDIN_FILENO)
        close(empty)
    }

    private func problem(_ text: String) -> Problem {
        Problem(description: "the file descriptor \(descriptor) \(text).")
    }
}
