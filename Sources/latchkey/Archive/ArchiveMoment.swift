import Foundation

/// The state that a restore from an archive is for.
enum ArchiveMoment: Sendable, Equatable {
    case latest
    case at(Date)

    /// Reads a time of RFC 3339, such as `2026-11-27T12:00:00Z`, with parts of a second and another offset if needed.
    ///
    /// - Returns: `nil` for other texts.
    init?(_ text: String) {
        let text = text.uppercased()
        guard text.utf8.count <= 40 else { return nil }
        for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
            if let date = try? Date(text, strategy: style), Self.isComplete(text) {
                self = .at(date)
                return
            }
        }
        return nil
    }

    /// The parser accepts texts that continue after the time.
    private static func isComplete(_ text: String) -> Bool {
        text.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)/#) != nil
    }

    /// The last millisecond of the state; `nil` for all.
    var milliseconds: Int? {
        switch self {
        case .latest: nil
        // A date has a precision of a tenth of a microsecond: a written millisecond may be slightly less.
        case .at(let time): Int((time.timeIntervalSince1970 * 1000 + 0.001).rounded(.down))
        }
    }

    /// The form that ``init(_:)`` reads.
    static func text(_ milliseconds: Int) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
        return "\(date.formatted(.iso8601).dropLast()).\("\(milliseconds % 1000 + 1000)".dropFirst())Z"
    }
}
