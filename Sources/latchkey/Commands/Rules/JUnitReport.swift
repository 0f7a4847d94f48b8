import LatchkeyRules

/// Test results as JUnit XML, for continuous integration tools.
struct JUnitReport {
    let suite: String
    let results: [RulesCaseResult]

    var text: String {
        let failures = results.count { !$0.passed }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuite name="\#(Self.escaped(suite))" tests="\#(results.count)" failures="\#(failures)">"#,
        ]
        for result in results {
            let name = Self.escaped(result.name)
            if let explanation = result.explanation {
                lines.append(#"  <testcase name="\#(name)" classname="rules">"#)
                lines.append(#"    <failure message="expected: \#(result.expected)">\#(Self.escaped(explanation.description))</failure>"#)
                lines.append("  </testcase>")
            } else {
                lines.append(#"  <testcase name="\#(name)" classname="rules"/>"#)
            }
        }
        return (lines + ["</testsuite>", ""]).joined(separator: "\n")
    }

    /// Escapes text. XML 1.0 cannot represent control characters, not even escaped.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
