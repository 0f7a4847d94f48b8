public import Foundation

/// Asks a person which of several accounts of their device it shall be.
public protocol AccountChooser: Sendable {
    /// - Parameter accounts: at least two.
    /// - Returns: one of them, or `nil` when the person wants none.
    func choose(among accounts: [DeviceAccount]) async throws -> DeviceAccount?
}

extension DeviceAccountStore {
    /// The account that the person wants to sign in with: the only one without asking, else the one that they choose.
    ///
    /// - Returns: `nil` when there is none, or none was chosen.
    /// - Throws: ``AuthErrorCode/keychainError``; ``AuthErrorCode/operationNotAllowed`` when the app may not see the accounts.
    public func account(of type: DeviceAccountType = .twitter, chosenBy chooser: any AccountChooser) async throws -> DeviceAccount? {
        guard try await requestAccess(to: type) else {
            throw AuthError.make(
                .operationNotAllowed, reason: "Access to the \(type.accountTypeDescription) accounts of this device was denied.")
        }
        let accounts = try accounts(of: type)
        guard accounts.count > 1 else { return accounts.first }
        guard let chosen = try await chooser.choose(among: accounts), accounts.contains(chosen) else { return nil }
        return chosen
    }
}

/// Asks in a terminal: a numbered list, and a line with the number. An empty line, or the end of the input, chooses none.
public struct TerminalAccountChooser: AccountChooser {
    private let show: @Sendable (String) -> Void
    private let read: @Sendable () -> String?

    /// So often a person is asked again who wrote something else.
    static let maxQuestions = 5

    /// - Parameters:
    ///   - show: standard output unless given.
    ///   - read: a line of standard input unless given; `nil` at its end.
    public init(
        show: @escaping @Sendable (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) },
        read: @escaping @Sendable () -> String? = { readLine() }
    ) {
        self.show = show
        self.read = read
    }

    public func choose(among accounts: [DeviceAccount]) async throws -> DeviceAccount? {
        let lines = accounts.enumerated().map { "  \($0 + 1)  \(Self.shown($1.accountDescription))" }
        show("Which account?\n\n\(lines.joined(separator: "\n"))\n\n")
        for _ in 0..<Self.maxQuestions {
            show("Number, or nothing to cancel: ")
            guard let line = read()?.trimmingCharacters(in: .whitespaces), !line.isEmpty else { return nil }
            if let number = Int(line), accounts.indices.contains(number - 1) { return accounts[number - 1] }
            show("There is no account \(Self.shown(String(line.prefix(20)))).\n")
        }
        return nil
    }

    /// Without what would steer the terminal.
    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
