import Synchronization

/// The operator's style sheet for the sign-in page, which can be replaced while the server runs.
///
/// Scope: one node.
public final class SignInStyle: Sendable {
    private let asset: Mutex<PageAsset>

    /// - Parameter bytes: The CSS; empty for none.
    public init(_ bytes: [UInt8] = []) {
        asset = Mutex(PageAsset.theme(bytes))
    }

    /// Replaces the style sheet. Browsers load it with the next page.
    public func replace(with bytes: [UInt8]) {
        let asset = PageAsset.theme(bytes)
        self.asset.withLock { $0 = asset }
    }

    var current: PageAsset { asset.withLock { $0 } }
}
