import LatchkeyOAuth

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether a signature is right, and what is known about why not.
struct SignatureReport: Encodable, Sendable {
    var valid: Bool
    /// The word of OAuth Problem Reporting, when something is wrong.
    var problem: String?
    var advice: String?
    /// What should have been signed; absent when the request cannot be read.
    var expectedBaseString: String?
    /// Where the other program's base string first differs.
    var difference: BaseStringDifference?
    /// Mistakes that would explain the signature.
    var causes: [String] = []
    /// How old the request is; negative when it is from the future.
    var ageSeconds: Int64?

    init(_ question: SignatureQuestion, theirBaseString: String?, now: Date) {
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
        var lines = [valid ? "The signature is right." : "The request is refused: \(problem ?? "-")."]
        if let advice { lines.append(advice) }
        for cause in causes { lines += ["", "This would explain it:", "  " + cause] }
        if let difference { lines += ["", difference.text] }
        if let expectedBaseString { lines += ["", "Expected base string", expectedBaseString] }
        if let age = age { lines += ["", age] }
        return lines.joined(separator: "\n")
    }

    private var age: String? {
        ageSeconds.map { seconds in
            "The request is \(seconds < 0 ? "from the future, by \(-seconds) seconds" : "\(seconds) seconds old")"
                + (abs(seconds) > 300 ? "; servers refuse it for that alone." : ".")
        }
    }
}

/// Where one base string stops being the other.
struct BaseStringDifference: Encodable, Sendable, Equatable {
    /// Counted in characters from 1.
    var position: Int
    /// From there on, at most 40 characters.
    var expected: String
    var found: String

    private static let shownCharacters = 40

    /// - Returns: `nil` when they are equal.
    init?(expected: String, found: String) {
        guard expected != found else { return nil }
        let common = zip(expected, found).prefix { $0 == $1 }.count
        position = common + 1
        self.expected = String(expected.dropFirst(common).prefix(Self.shownCharacters))
        self.found = String(found.dropFirst(common).prefix(Self.shownCharacters))
    }

    var text: String {
        """
        The base strings differ from character \(position) on
          expected  \(expected.isEmpty ? "(the end)" : expected)
          found     \(found.isEmpty ? "(the end)" : Visible.text(found))
        """
    }
}
