import Foundation
import LatchkeyRules

/// A short text file, or standard input.
struct TextFile {
    /// The name for messages.
    let name: String
    let text: String

    private static let maxBytes = 16_777_216

    /// - Parameter path: `-` for standard input.
    /// - Throws: `Failure` for a file that cannot be read or is not text.
    init(_ path: String) throws {
        name = path == "-" ? "standard input" : path
        let handle: FileHandle
        if path == "-" {
            handle = .standardInput
        } else {
            guard let opened = FileHandle(forReadingAtPath: path) else { throw Failure("\(path) cannot be read.") }
            handle = opened
        }
        let data: Data
        do {
            data = try handle.read(upToCount: Self.maxBytes + 1) ?? Data()
        } catch {
            throw Failure("\(name) cannot be read: \(error.localizedDescription)")
        }
        guard data.count <= Self.maxBytes else { throw Failure("\(name) is longer than \(Self.maxBytes) bytes.") }
        guard let text = String(validating: data, as: UTF8.self) else { throw Failure("\(name) is not UTF-8.") }
        self.text = text
    }
}

extension TextFile {
    /// - Throws: `Failure` with all problems, each with its line and a caret.
    func rules() throws -> SecurityRules {
        do {
            return try SecurityRules(text)
        } catch {
            throw Failure(error.rendered(file: name))
        }
    }
}
