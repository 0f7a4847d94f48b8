import Hummingbird
import LatchkeyOAuth

/// Where somebody goes on after the sign-in: a page of the console and nothing else, whoever wrote the address.
struct ConsoleNext: Sendable {
    let path: String

    private static let maxBytes = 2048

    init?(_ text: String?) {
        // Letters, digits and what paths of ours have: nothing that a browser could read as another server's name, or as a way up.
        guard let text, text.hasPrefix(ConsoleParts.path + "/"), text.utf8.count <= Self.maxBytes, !text.hasPrefix(ConsoleSignInPage.path),
            text.utf8.allSatisfy({ 0x21...0x7e ~= $0 && $0 != UInt8(ascii: "\\") }), !text.contains("/."),
            !text.lowercased().contains("/%2e")
        else { return nil }
        path = text
    }
}

extension ConsoleSignInPage {
    /// The page's address for who wanted another page first.
    static func path(next: String) -> String { path + "?next=" + PercentEncoding.encode(next) }

    /// For who is not signed in any more: a page is shown afterwards, and what a form brought is gone, which is said.
    static func path(after request: Request) -> String {
        guard request.method == .get else { return path + "?done=over" }
        return ConsoleNext(request.uri.description).map { path(next: $0.path) } ?? path
    }
}
