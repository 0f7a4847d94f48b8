import Hummingbird
import LatchkeyOAuth

/// The page to open after sign-in. Only paths of the console are accepted, to prevent open redirects.
struct ConsoleNext: Sendable {
    let path: String

    private static let maxBytes = 2048

    init?(_ text: String?) {
        // Printable ASCII without backslashes and dot segments, which a browser could read as another host or as a parent directory.
        guard let text, text.hasPrefix(ConsoleParts.path + "/"), text.utf8.count <= Self.maxBytes, !text.hasPrefix(ConsoleSignInPage.path),
            text.utf8.allSatisfy({ 0x21...0x7e ~= $0 && $0 != UInt8(ascii: "\\") }), !text.contains("/."),
            !text.lowercased().contains("/%2e")
        else { return nil }
        path = text
    }
}

extension ConsoleSignInPage {
    /// Returns the address of the sign-in page that leads to another page afterwards.
    static func path(next: String) -> String { path + "?next=" + PercentEncoding.encode(next) }

    /// Returns the address of the sign-in page after a session has ended. A requested page opens after sign-in; for a submitted form, the
    /// sign-in page says that its data was not saved.
    static func path(after request: Request) -> String {
        guard request.method == .get else { return path + "?done=over" }
        return ConsoleNext(request.uri.description).map { path(next: $0.path) } ?? path
    }

    /// Returns the address of the sign-in page for a session that lacks a second factor.
    static func path(toProve request: Request) -> String {
        let next = request.method == .get ? ConsoleNext(request.uri.description)?.path : nil
        return path + "?done=factor" + (next.map { "&next=" + PercentEncoding.encode($0) } ?? "")
    }
}
