import Foundation
import Testing

/// The duration of a comparison must not reveal how much of a secret was correct, so the module's source is checked.
@Suite struct ConstantTimeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/LatchkeyOAuth")

    private func source(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: Self.folder.appending(path: file)), as: UTF8.self)
    }

    @Test(arguments: [
        ("OAuth1/OAuth1SignedRequest+Verifying.swift", "expected.equalsInConstantTime(received)"),
        ("OAuth1/OAuth1Flow+Browser.swift", "token.equalsInConstantTime(issued.token)"),
        ("OAuth1/OAuth1Flow+Browser.swift", "denied.equalsInConstantTime(issued.token)"),
        ("OAuth2/OAuth2CodeFlow.swift", "state.equalsInConstantTime(expectedState)"),
    ])
    func comparesInConstantTime(_ file: String, _ comparison: String) throws {
        #expect(try source(file).contains(comparison))
    }

    /// Names of secrets, or of values that are compared with them.
    private static let guarded: Set<String> = [
        "signature", "verifier", "state", "expectedState", "secret", "token", "issued.token", "received", "expected", "denied",
        "self.secret", "pkceVerifier", "challenge",
    ]

    @Test func comparesNoSecretWithTheOrdinaryOperator() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 30)
        for file in files {
            for line in try source(file).split(separator: "\n") {
                let words = line.split { " (),!{}".contains($0) }.map(String.init)
                for index in words.indices.dropFirst().dropLast() where words[index] == "==" || words[index] == "=" && line.contains("!=") {
                    let sides = [words[index - 1], words[index + 1]]
                    let isSecret = sides.contains { Self.guarded.contains($0) || $0.hasSuffix(".expose") }
                    #expect(!isSecret, "\(file): \(line)")
                }
            }
        }
    }
}
