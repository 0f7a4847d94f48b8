/// A table with aligned columns.
struct TextTable {
    private let header: [String]
    private var rows: [[String]] = []

    init(_ header: String...) {
        self.header = header.map { $0.uppercased() }
    }

    /// - Parameter cells: One for each column. They may come from untrusted sources and are made safe for a terminal.
    mutating func add(_ cells: String...) {
        rows.append(cells.map(Visible.text))
    }

    var text: String {
        let lines = [header] + rows
        let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = line.enumerated().map { column, cell in
                column == line.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ").trimmingTrailingBlanks
        }.joined(separator: "\n")
    }
}

/// A list of names and values, one per line.
struct FactList {
    private var facts: [(name: String, value: String)] = []

    mutating func add(_ name: String, _ value: String) {
        facts.append((name, Visible.text(value)))
    }

    /// Adds a value unless it is `nil`.
    mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, value) }
    }

    mutating func add(_ name: String, _ value: Bool) {
        add(name, value ? "yes" : "no")
    }

    var text: String {
        let width = facts.map(\.name.count).max() ?? 0
        return facts.map { $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.value }
            .map(\.trimmingTrailingBlanks).joined(separator: "\n")
    }
}

/// Makes text from untrusted sources safe for a terminal.
enum Visible {
    /// Replaces control and bidirectional formatting characters with their code points.
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if steers(scalar) { shown += "\\u{" + String(scalar.value, radix: 16) + "}" } else { shown.unicodeScalars.append(scalar) }
        }
        return shown
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }
}

extension String {
    fileprivate var trimmingTrailingBlanks: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
