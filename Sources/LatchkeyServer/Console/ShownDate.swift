#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A time in a page: for people, and for programs. UTC, as the server's log.
struct ShownDate {
    let text: String
    /// To the second, where it matters in which order things happened.
    let precise: String
    let machine: String

    init(_ date: Date) {
        machine = date.formatted(.iso8601)
        precise = String(machine.replacing("T", with: " ").prefix(19))
        text = String(machine.replacing("T", with: " ").prefix(16))
    }
}
