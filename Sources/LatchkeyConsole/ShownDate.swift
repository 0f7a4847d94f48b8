package import Foundation

/// A time on a page, as display text in UTC and in machine-readable form. The script of the page shows it in the browser's time zone.
package struct ShownDate {
    package let text: String
    /// The time to the second, for lists in which the order of events matters.
    package let precise: String
    package let machine: String
    package let day: String

    package init(_ date: Date) {
        machine = date.formatted(.iso8601)
        precise = String(machine.replacing("T", with: " ").prefix(19))
        day = String(machine.prefix(10))
        text = String(machine.replacing("T", with: " ").prefix(16))
    }
}
