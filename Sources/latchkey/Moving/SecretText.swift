import Foundation

/// A secret file with several lines.
struct SecretText {
    private let path: String
    private let maxBytes: Int

    /// - Parameter path: `-` for standard input.
    init(_ path: String, maxBytes: Int) {
        self.path = path
        self.maxBytes = maxBytes
    }

    /// - Throws: ``Failure``.
    func read() throws -> String {
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            throw Failure("\(path) cannot be opened.")
        }
        guard path == "-" || FilePermissions(of: path)?.isForOwnerOnly == true else {
            throw Failure(
                "\(path) contains a secret and can be read by other users. To fix this, run: \(FilePermissions.remedy(for: path))")
        }
        var bytes: [UInt8] = []
        while bytes.count <= maxBytes, let part = try handle.read(upToCount: maxBytes + 1), !part.isEmpty { bytes += part }
        guard bytes.count <= maxBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("\(path) is not a text of at most \(maxBytes) bytes.")
        }
        return text
    }
}
