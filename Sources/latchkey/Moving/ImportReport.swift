import Foundation

/// What became of each row of a file, one JSON object to a line.
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
        // It may be the file with the users, mistyped. An empty one, which an import leaves that found no users, has nothing to lose.
        guard FileKind(of: path) != .file(isEmpty: false) else {
            throw Failure("\(path) is there already. Name a new file for the report.")
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure("The report \(path) cannot be written.") }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// - Parameter rows: With their places in the file.
    func write(_ rows: [UserImportReply.Row]) throws {
        var text = Data()
        for row in rows {
            text += try encoder.encode(Line(row: row.index + 1, uid: row.uid, result: row.result, message: row.message))
            text.append(0x0a)
        }
        do {
            try handle.write(contentsOf: text)
        } catch {
            throw Failure("The report cannot be written to its end.")
        }
    }

    func close() throws {
        try handle.close()
    }
}
