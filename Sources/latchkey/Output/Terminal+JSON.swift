import Foundation

extension Terminal {
    /// Prints a value as one line of JSON.
    static func print(json value: some Encodable) throws {
        print(String(decoding: try AdminJSON.encode(value), as: UTF8.self))
    }

    /// Returns a text of several lines from an untrusted source, made safe for a terminal.
    static func paragraphs(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { Visible.text(String($0)) }.joined(separator: "\n")
    }

    /// Returns a date in a readable format.
    static func text(_ date: Date) -> String {
        date.formatted(.iso8601.dateTimeSeparator(.space).timeZoneSeparator(.omitted))
    }
}
