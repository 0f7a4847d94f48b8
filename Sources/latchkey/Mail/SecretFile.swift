import Foundation
import LatchkeySecrets

/// A file with a secret that a server reads at each start.
struct SecretFile {
    private let path: String
    private let maxBytes: Int

    /// Why a secret cannot be taken from a file.
    struct Problem: Error, Equatable {
        let problem: String
        let mend: String
    }

    /// - Parameter path: `-` for standard input.
    init(_ path: String, maxBytes: Int) {
        self.path = path
        self.maxBytes = maxBytes
    }

    /// One line; what ends it is no part of it.
    func read() throws(Problem) -> Secret<String> {
        var bytes = try bytes()[...]
        while let last = bytes.last, last == 0x0a || last == 0x0d { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= maxBytes, let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
        else {
            throw Problem(problem: "\(place) holds no secret.", mend: "It has to be one line of at most \(maxBytes) bytes of UTF-8.")
        }
        return Secret(text)
    }

    private var place: String { path == "-" ? "standard input" : path }

    private func bytes() throws(Problem) -> [UInt8] {
        if path == "-" {
            guard let bytes = try? Terminal.readSecret(prompt: "Secret: ", upTo: maxBytes + 2) else {
                throw Problem(problem: "standard input cannot be read.", mend: "Name a file.")
            }
            return bytes
        }
        guard let handle = FileHandle(forReadingAtPath: path), let bytes = try? handle.read(upToCount: maxBytes + 2) else {
            throw Problem(problem: "\(path) is empty or cannot be read.", mend: "Name a file with the secret.")
        }
        guard FilePermissions(of: path)?.isForOwnerOnly == true else {
            throw Problem(problem: "\(path) can be read by others.", mend: "Mend it with: chmod 600 \(path)")
        }
        return Array(bytes)
    }
}
