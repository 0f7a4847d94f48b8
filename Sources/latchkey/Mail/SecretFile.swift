import Foundation
import LatchkeySecrets
import Synchronization

/// A file with a secret that the server reads at each start.
struct SecretFile {
    private let path: String
    private let maxBytes: Int

    /// The reason why a secret cannot be read from a file.
    struct Problem: Error, Equatable {
        let problem: String
        let mend: String
    }

    /// - Parameter path: `-` for standard input.
    init(_ path: String, maxBytes: Int) {
        self.path = path
        self.maxBytes = maxBytes
    }

    /// Reads one line, without its line terminator.
    func read() throws(Problem) -> Secret<String> {
        var bytes = try bytes()[...]
        while let last = bytes.last, last == 0x0a || last == 0x0d { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= maxBytes, let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
        else {
            throw Problem(problem: "\(place) contains no valid secret.", mend: "Use one line of UTF-8 with at most \(maxBytes) bytes.")
        }
        return Secret(text)
    }

    /// The contents of standard input, which can be read only once. A reload reads the settings again.
    private static let standardInput = Mutex<[UInt8]?>(nil)

    private var place: String { path == "-" ? "standard input" : path }

    private func bytes() throws(Problem) -> [UInt8] {
        if path == "-" {
            if let bytes = Self.standardInput.withLock({ $0 }) { return bytes }
            guard let bytes = try? Terminal.readSecret(prompt: "Secret: ", upTo: maxBytes + 2) else {
                throw Problem(problem: "standard input cannot be read.", mend: "Use a file.")
            }
            Self.standardInput.withLock { $0 = bytes }
            return bytes
        }
        if let problem = FilePermissions.obstacle(to: path) {
            throw Problem(problem: problem, mend: "Use a file of this user with the secret.")
        }
        guard let handle = FileHandle(forReadingAtPath: path), let bytes = try? handle.read(upToCount: maxBytes + 2) else {
            throw Problem(problem: "\(path) is empty or cannot be read.", mend: "Use a file with the secret.")
        }
        guard FilePermissions(of: path)?.isForOwnerOnly == true else {
            throw Problem(problem: "\(path) can be read by other users.", mend: "To fix this, run: \(FilePermissions.remedy(for: path))")
        }
        return Array(bytes)
    }
}
