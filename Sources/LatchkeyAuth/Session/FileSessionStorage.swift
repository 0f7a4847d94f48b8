import Dispatch
public import Foundation
import LatchkeySecrets

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps the session in a file that only its owner can read (mode 0600), in a folder of the same kind (0700).
///
/// A new session replaces the old one in one step (`rename`), so that a crash of the program leaves one or the other. Nobody waits for the
/// disk, which is told at once to keep it: a machine that loses its power in these milliseconds may have lost the session with it.
public struct FileSessionStorage: SessionStorage {
    /// The longest session that is read, in bytes.
    public static let maxBytes = 1_048_576

    /// The file.
    public let path: String

    /// Keeps the session in the given file; missing folders are made when something is saved.
    public init(path: String) {
        self.path = path
    }

    /// Keeps the session in a file of this server, key and tenant: below `$XDG_STATE_HOME`, else below `~/.local/state`.
    ///
    /// - Parameter appName: One of several apps at once that may use the same server and key.
    public init(
        for configuration: AuthConfiguration, appName: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        path = Self.stateFolder(environment) + "/\(configuration.sessionName(of: appName)).json"
    }

    /// Where this package's clients keep what has to outlive a program: below `$XDG_STATE_HOME`, else below `~/.local/state`.
    package static func stateFolder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return (state ?? home + "/.local/state") + "/latchkey"
    }

    /// The bytes of the file; `nil` when there is none.
    public func load() throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("read")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let bytes = try handle.read(upToCount: Self.maxBytes + 1) ?? Data()
        guard bytes.count <= Self.maxBytes else { throw failure("read", EFBIG) }
        return Array(bytes)
    }

    /// Replaces the file.
    public func save(_ bytes: [UInt8]) throws {
        let folder = (path as NSString).deletingLastPathComponent
        if !folder.isEmpty {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let temporary = path + "." + RandomTokens.system.token(byteCount: 9) + ".tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write") }
        do {
            try write(bytes, to: descriptor)
            guard rename(temporary, path) == 0 else { throw failure("replace") }
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
        DispatchQueue.global(qos: .utility).async {
            fsync(descriptor)
            close(descriptor)
        }
    }

    /// What Foundation says of a disk that is full does not name the reason.
    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// Removes the file.
    public func remove() throws {
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw failure("remove") }
    }

    /// Renames the file to `....unreadable`, so that somebody can look at it.
    public func setAside() throws {
        if rename(path, path + ".unreadable") != 0, errno != ENOENT { throw failure("rename") }
    }

    private func failure(_ verb: String, _ number: Int32 = errno) -> NSError {
        NSError(
            domain: NSPOSIXErrorDomain, code: Int(number),
            userInfo: [
                NSLocalizedDescriptionKey:
                    "Cannot \(verb) the session file \(path): \(String(cString: strerror(number)))."
            ])
    }
}

/// The system's, whose name the storage's own function takes.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
