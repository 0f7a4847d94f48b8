import Foundation
import ServerUnderTest
import Testing

/// A server in emulator mode, with the codes that it would have sent.
struct Emulator: Decodable, Sendable {
    let listening: String
    let projectID: String

    /// Starts an emulator and stops it after `body`.
    static func run(_ body: (Emulator) async throws -> Void) async throws {
        try await LatchkeyProcess.start(["serve", "--json", "--port", "0", "--emulator"], reporting: Emulator.self) { emulator, _ in
            try await body(emulator)
        }
    }

    /// The code of the most recent mail.
    func mailedCode() async throws -> String {
        struct Mails: Decodable {
            struct Mail: Decodable { let oobCode: String }
            let oobCodes: [Mail]
        }
        return try #require(try await read(Mails.self, "oobCodes").oobCodes.last).oobCode
    }

    /// The code of a verification's text message.
    func messagedCode(_ verificationID: String) async throws -> String {
        struct Messages: Decodable {
            struct Message: Decodable {
                let sessionInfo: String
                let code: String
            }
            let verificationCodes: [Message]
        }
        let messages = try await read(Messages.self, "verificationCodes").verificationCodes
        return try #require(messages.first { $0.sessionInfo == verificationID }).code
    }

    private func read<Reply: Decodable>(_ type: Reply.Type, _ name: String) async throws -> Reply {
        try JSONDecoder().decode(type, from: try await Web.get("\(listening)/emulator/v1/projects/\(projectID)/\(name)").body)
    }
}
