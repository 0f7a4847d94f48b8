/// Quoting for words of suggested shell commands.
enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,".utf8)

    /// Returns the word unchanged if it is safe in a shell, or else in single quotes.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
