import Foundation

/// A file with the result of each row, one JSON object per line.
final class ImportReport {
    private let handle: FileHandle
    private let encoder = JSONEncoder()

    private struct Line: Encodable {
        let row: Int
        let uid: String?
        let result: String
        let message: String?
    }

    init(_ path: String) throws {
        // An existing file may be the file with the users, by mistake. Empty files are left by imports without users and can be replaced.
        guard FileKind(of: path) != .file(isEmpty: false) else {
            throw Failure("\(path) already exists. Use a new file for the report.")
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure("The report \(path) cannot be written.") }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// - Parameter rows: The rows with their indexes in the file.
    func write(_ rows: [UserImportReply.Row]) throws {
        var text = Data()
        for row in rows {
            text += try encoder.encode(Line(row: row.index + 1, uid: row.uid, result: row.result, message: row.message))
            text.append(0x0a)
        }
        do {
            try handle.write(contentsOf: text)
        } catch {
            throw Failure("The report cannot be written completely.")
        }
    }

    func close() throws {
        try handle.close()
    }
}
