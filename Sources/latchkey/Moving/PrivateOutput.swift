// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that only its owner may read, and that appears under its name when it is complete.
final class PrivateOutput {
    private let path: String
    private let handle: FileHandle
    private var part: String { path + ".part" }

    /// - Parameter path: `-` for standard output.
    init(_ path: String) throws {
        self.path = path
        guard path != "-" else {
            handle = .standardOutput
            return
        }
        let part = path + ".part"
        try? FileManager.default.removeItem(atPath: part)
        guard FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: part)
        else {
            throw Failure("\(path) cannot be written.")
        }
        self.handle = handle
    }

    func write(_ text: String) throws {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw Failure(path == "-" ? "Whoever read the output has gone: it is not whole." : "\(path) cannot be written to its end.")
        }
    }

    func finish() throws {
        guard path != "-" else { return }
        try handle.synchronize()
        try handle.close()
        guard rename(part, path) == 0 else { throw Failure("\(path) cannot be written.") }
    }
}
