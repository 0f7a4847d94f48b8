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

    enum Row: Sendable {
        /// The JSON of one.
        case user([UInt8])
        /// Why a row is none.
        case unreadable(String)

        var byteCount: Int {
            if case .user(let bytes) = self { bytes.count } else { 0 }
        }
    }

    /// Bytes in the file; `nil` for a pipe.
    var byteCount: Int? {
        guard path != "-" else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes.flatMap { ($0[.size] as? NSNumber)?.intValue }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Reads the file to its end.
    ///
    /// - Parameter part: Is given the rows of each part, and how many bytes were read so far; returns whether to go on.
    /// - Throws: ``Failure`` for a file that cannot be read or holds no users, or what `part` throws.
    func read(_ part: (_ rows: [Row], _ bytesRead: Int) async throws -> Bool) async throws {
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            let exists = FileManager.default.fileExists(atPath: path)
            throw Failure(exists ? "\(path) cannot be read by this user." : "There is no file \(path).")
        }
        defer { if path != "-" { try? handle.close() } }
        var (json, csv) = (UserScanner(), CSVScanner())
        var (bytesRead, rowNumber, holdsUsers) = (0, 0, false)
        let encoder = JSONEncoder()
        func row(_ fields: [String], into rows: inout [Row]) throws {
            rowNumber += 1
            if rowNumber == 1, CSVUser.isHeader(fields) { return }
            guard let problem = CSVUser.problem(fields) else {
                rows.append(.user(Array(try encoder.encode(CSVUser.user(fields)))))
                holdsUsers = true
                return
            }
            // Every text file has rows of some kind: the first says whether they are users. After it one may be damaged.
            guard holdsUsers else { throw UserScanner.Malformed(problem: "row \(rowNumber) has \(problem)") }
            rows.append(.unreadable("the row has \(problem)"))
        }
        do {
            while let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
                bytesRead += chunk.count
                var rows: [Row] = []
                try chunk.withUnsafeBytes { bytes in
                    let bytes = bytes.bindMemory(to: UInt8.self)
                    switch format {
                    case .firebase: try json.feed(bytes) { rows.append(.user($0)) }
                    case .csv: try csv.feed(bytes) { try row($0, into: &rows) }
                    }
                }
                if !rows.isEmpty, try await !part(rows, bytesRead) { return }
            }
            switch format {
            case .firebase: try json.finish()
            case .csv:
                var rows: [Row] = []
                try csv.finish { try row($0, into: &rows) }
                if !rows.isEmpty { _ = try await part(rows, bytesRead) }
            }
        } catch let error as UserScanner.Malformed {
            throw Failure("\(path) is no file of users: \(error.problem)")
        }
    }

    /// The user with an e-mail address; the first, if there are several.
    func user(withEmail email: String) async throws -> UserInfo? {
        let wanted = email.lowercased()
        var found: UserInfo?
        try await read { rows, _ in
            for case .user(let bytes) in rows {
                guard let user = try? WireDecoder.decode(UserInfo.self, from: bytes), user.email?.lowercased() == wanted else { continue }
                found = user
                return false
            }
            return true
        }
        return found
    }
}
