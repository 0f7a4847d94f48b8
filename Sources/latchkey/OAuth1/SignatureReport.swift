import Foundation
import LatchkeyOAuth

/// The result of verifying a signature, with possible causes of an error.
struct SignatureReport: Encodable, Sendable {
    var valid: Bool
    /// The code of OAuth Problem Reporting, if there is a problem.
    var problem: String?
    var advice: String?
    /// The expected base string; `nil` when the request cannot be read.
    var expectedBaseString: String?
    /// The first difference from the client's base string.
    var difference: BaseStringDifference?
    /// The mistakes that would produce the signature.
    var causes: [String] = []
    /// The age of the request; negative when its timestamp is in the future.
    var ageSeconds: Int64?

    init(_ question: SignatureInput, theirBaseString: String?, now: Date) {
        do {
            let request = try question.read()
            expectedBaseString = request.baseString
            ageSeconds = Int64(now.timeIntervalSince1970) - request.timestamp
            difference = theirBaseString.flatMap { BaseStringDifference(expected: request.baseString, found: $0) }
            try question.verify()
            valid = true
        } catch let found as OAuth1Problem {
            valid = false
            problem = found.code.rawValue
            advice = found.advice
            if found.code == .signatureInvalid {
                causes = FrequentMistake.all.filter { $0.explains(question) }.map(\.explanation)
            }
        } catch {
            valid = false
            advice = "\(error)"
        }
    }

    var text: String {
        var lines = [valid ? "The signature is valid." : "The request is rejected: \(problem ?? "-")."]
        if let advice { lines.append(advice) }
        for cause in causes { lines += ["", "Possible cause:", "  " + cause] }
        if let difference { lines += ["", difference.text] }
        if let expectedBaseString { lines += ["", "Expected base string", expectedBaseString] }
        if let age = age { lines += ["", age] }
        return lines.joined(separator: "\n")
    }

    private var age: String? {
        ageSeconds.map { seconds in
            "The request is \(seconds < 0 ? "\(Count.text(-seconds, "second")) in the future" : "\(Count.text(seconds, "second")) old")"
                + (abs(seconds) > 300 ? "; servers reject such requests." : ".")
        }
    }
}

/// The first difference between two base strings.
struct BaseStringDifference: Encodable, Sendable, Equatable {
    /// The position in characters, starting at 1.
    var position: Int
    /// The text from this position, at most 40 characters.
    var expected: String
    var found: String

    private static let shownCharacters = 40

    /// - Returns: `nil` when the base strings are equal.
    init?(expected: String, found: String) {
        guard expected != found else { return nil }
        let common = zip(expected, found).prefix { $0 == $1 }.count
        position = common + 1
        self.expected = String(expected.dropFirst(common).prefix(Self.shownCharacters))
        self.found = String(found.dropFirst(common).prefix(Self.shownCharacters))
    }

    var text: String {
        """
        The base strings differ at character \(position)
          expected  \(expected.isEmpty ? "(the end)" : expected)
          found     \(found.isEmpty ? "(the end)" : Visible.text(found))
        """
    }
}
