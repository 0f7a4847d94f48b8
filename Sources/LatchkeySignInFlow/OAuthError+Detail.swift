package import LatchkeyOAuth

extension OAuthError {
    /// One line with the provider's error and how to fix it, without the separator ` : ` at which clients split messages.
    package var publicDetail: String {
        // Only the operator may see the hosts of the server's configuration and their addresses. The log contains them.
        if code == .addressRefused || isForOperator { return "The provider could not be reached." }
        let text = [Self.sentence(detail), hint ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing(" : ", with: ": ")
    }

    /// Adds a period if the provider's text has no final punctuation.
    private static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return ".!?…".contains(last) ? text : text + "."
    }
}
