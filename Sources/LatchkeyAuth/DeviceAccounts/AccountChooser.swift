public import Foundation

/// A user interface in which the user chooses one of several device accounts.
public protocol AccountChooser: Sendable {
    /// Lets the user choose an account.
    ///
    /// - Parameter accounts: At least two accounts.
    /// - Returns: One of the accounts, or `nil` if the user cancels.
    func choose(among accounts: [DeviceAccount]) async throws -> DeviceAccount?
}

extension DeviceAccountStore {
    /// Returns the only account of a kind, or lets the user choose one if there are several.
    ///
    /// - Returns: `nil` if there is no account, or the user chose none.
    /// - Throws: ``AuthErrorCode/keychainError``; ``AuthErrorCode/operationNotAllowed`` if the app may not access the accounts.
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

/// An account chooser for the terminal: it prints a numbered list and reads a number. An empty line or the end of the input cancels.
public struct TerminalAccountChooser: AccountChooser {
    private let show: @Sendable (String) -> Void
    private let read: @Sendable () -> String?

    /// The number of attempts after which invalid input cancels.
    static let maxQuestions = 5

    /// Creates a chooser.
    ///
    /// - Parameters:
    ///   - show: Writes text; to standard output by default.
    ///   - read: Reads a line; from standard input by default. Returns `nil` at the end of the input.
    public init(
        show: @escaping @Sendable (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) },
        read: @escaping @Sendable () -> String? = { readLine() }
    ) {
        self.show = show
        self.read = read
    }

    /// Prints the accounts and reads the number of one.
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

    /// Replaces control characters, which could control the terminal.
    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
