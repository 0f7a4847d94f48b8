#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Terminal {
    /// Prints a value as JSON, for programs: one line unless somebody watches.
    static func print(json value: some Encodable) throws {
        print(String(decoding: try AdminJSON.encode(value), as: UTF8.self))
    }

    /// A text of several lines that others may have chosen.
    static func paragraphs(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { Visible.text(String($0)) }.joined(separator: "\n")
    }

    /// A time as people read it everywhere.
    static func text(_ date: Date) -> String {
        date.formatted(.iso8601.dateTimeSeparator(.space).timeZoneSeparator(.omitted))
    }
}
