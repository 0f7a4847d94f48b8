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

/// A storage that keeps the session in a file readable only by its owner (mode 0600), in a directory with mode 0700.
///
/// A new session replaces the old one atomically (`rename`), so a crash of the program leaves either the old or the new file. `fsync`
/// runs in the background and does not delay the caller. A power failure in these milliseconds may therefore lose the session.
public struct FileSessionStorage: SessionStorage {
    /// The maximum size of a session, in bytes.
    public static let maxBytes = 1_048_576

    /// The path of the file.
    public let path: String

    /// Creates a storage for a file. Missing directories are created when a session is saved.
    public init(path: String) {
        self.path = path
    }

    /// Creates a storage with a file specific to the server, API key and tenant: in `$XDG_STATE_HOME`, otherwise in `~/.local/state`.
    ///
    /// - Parameters:
    ///   - configuration: The configuration. Its server, key and tenant determine the name of the file.
    ///   - appName: The name of the app, if several apps in the program may use the same server and key.
    ///   - environment: The environment variables; `XDG_STATE_HOME` and `HOME` are read.
    public init(
        for configuration: AuthConfiguration, appName: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        path = Self.stateFolder(environment) + "/\(configuration.sessionName(of: appName)).json"
    }

    /// The directory for data of this package's clients that persists between runs: in `$XDG_STATE_HOME`, otherwise in `~/.local/state`.
    package static func stateFolder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return (state ?? home + "/.local/state") + "/latchkey"
    }

    /// Returns the contents of the file; `nil` if there is no file.
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

    /// Writes with the system call, because Foundation's error for a full disk does not name the reason.
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

    /// Renames the file to `....unreadable`, so that it can be inspected.
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

/// The system's `write`. The storage's own method hides the name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
