// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
        // It may be the file with the users, mistyped.
        guard !FileManager.default.fileExists(atPath: path) else {
            throw Failure("\(path) is there already. Name a new file for the report.")
        }
        guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
            throw Failure("The report \(path) cannot be written.")
        }
        self.handle = handle
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func write(_ rows: [UserImportReply.Row], firstRow: Int) throws {
        var text = Data()
        for row in rows {
            text += try encoder.encode(Line(row: firstRow + row.index, uid: row.uid, result: row.result, message: row.message))
            text.append(0x0a)
        }
        try handle.write(contentsOf: text)
    }

    func close() throws {
        try handle.close()
    }
}
