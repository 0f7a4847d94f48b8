import Foundation
import LatchkeyWire

/// The format of a file with users.
enum UserFileFormat: String, CaseIterable {
    /// `{"users": [...]}`.
    case firebase
    case csv

    /// Derives the format from the file name.
    init(path: String) {
        self = path.lowercased().hasSuffix(".csv") ? .csv : .firebase
    }
}

/// A file with users, which is read in chunks.
struct UserFile {
    let path: String
    let format: UserFileFormat
    private static let chunkBytes = 262_144

    enum Row: Sendable {
        /// The JSON of a user.
        case user([UInt8])
        /// The reason why a row is invalid.
        case unreadable(String)

        var byteCount: Int {
            if case .user(let bytes) = self { bytes.count } else { 0 }
        }
    }

    /// The size of the file; `nil` for a pipe.
    var byteCount: Int? {
        guard path != "-" else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes.flatMap { ($0[.size] as? NSNumber)?.intValue }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Reads the entire file.
    ///
    /// - Parameter part: Called with the rows of each chunk and the number of bytes read so far; returns whether to continue.
    /// - Throws: ``Failure`` for a file that cannot be read or contains no users, or the error of `part`.
    func read(_ part: (_ rows: [Row], _ bytesRead: Int) async throws -> Bool) async throws {
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            let exists = FileManager.default.fileExists(atPath: path)
            throw Failure(exists ? "\(path) cannot be read by this user." : "The file \(path) does not exist.")
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
            // Any text file has rows: the first one shows whether they are users. Later rows may be damaged individually.
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
            throw Failure("\(path) is not a file with users: \(error.problem)")
        }
    }

    /// Returns the first user with an email address.
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
