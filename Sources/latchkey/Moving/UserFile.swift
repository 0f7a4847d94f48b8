// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyWire

/// How users are written in a file.
enum UserFileFormat: String, CaseIterable {
    /// `{"users": [...]}`.
    case firebase
    case csv

    /// What the file's name says.
    init(path: String) {
        self = path.lowercased().hasSuffix(".csv") ? .csv : .firebase
    }
}

/// A file with users, read part by part.
struct UserFile {
    let path: String
    let format: UserFileFormat
    private static let chunkBytes = 262_144

    /// Bytes in the file; `nil` for a pipe.
    var byteCount: Int? {
        guard path != "-" else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes.flatMap { ($0[.size] as? NSNumber)?.intValue }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Reads the file to its end.
    ///
    /// - Parameter part: Is given the users of each part, each as the JSON of one, and how many bytes were read so far; returns whether
    ///   to go on.
    /// - Throws: ``Failure`` for a file that cannot be read or holds no users, or what `part` throws.
    func read(_ part: (_ users: [[UInt8]], _ bytesRead: Int) async throws -> Bool) async throws {
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            let exists = FileManager.default.fileExists(atPath: path)
            throw Failure(exists ? "\(path) cannot be read by this user." : "There is no file \(path).")
        }
        defer { if path != "-" { try? handle.close() } }
        var (json, csv) = (UserScanner(), CSVScanner())
        var (bytesRead, rowNumber) = (0, 0)
        let encoder = JSONEncoder()
        func row(_ fields: [String], into users: inout [[UInt8]]) throws {
            rowNumber += 1
            if let user = try CSVUser.user(fields, row: rowNumber) { users.append(Array(try encoder.encode(user))) }
        }
        do {
            while let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
                bytesRead += chunk.count
                var users: [[UInt8]] = []
                try chunk.withUnsafeBytes { bytes in
                    let bytes = bytes.bindMemory(to: UInt8.self)
                    switch format {
                    case .firebase: try json.feed(bytes) { users.append($0) }
                    case .csv: try csv.feed(bytes) { try row($0, into: &users) }
                    }
                }
                if !users.isEmpty, try await !part(users, bytesRead) { return }
            }
            switch format {
            case .firebase: try json.finish()
            case .csv:
                var users: [[UInt8]] = []
                try csv.finish { try row($0, into: &users) }
                if !users.isEmpty { _ = try await part(users, bytesRead) }
            }
        } catch let error as UserScanner.Malformed {
            throw Failure("\(path) is no file of users: \(error.problem)")
        }
    }

    /// The user with an e-mail address; the first, if there are several.
    func user(withEmail email: String) async throws -> UserInfo? {
        let wanted = email.lowercased()
        var found: UserInfo?
        try await read { users, _ in
            for bytes in users {
                guard let user = try? WireDecoder.decode(UserInfo.self, from: bytes), user.email?.lowercased() == wanted else { continue }
                found = user
                return false
            }
            return true
        }
        return found
    }
}
