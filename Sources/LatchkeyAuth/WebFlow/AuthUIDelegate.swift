/// A delegate that shows the provider's page to the user.
///
/// Firebase's delegate presents a view controller. This one gets a URL, because Linux has no view controllers, and a sign-in page should
/// be shown in a browser, where the user can verify the address of the page (RFC 8252, section 8.12).
public protocol AuthUIDelegate: Sendable {
    /// Opens a page. It may return when the page is open, or later.
    ///
    /// - Throws: An error that ends the flow: `CancellationError` is reported as ``AuthErrorCode/webContextCancelled``, any other error as
    ///   ``AuthErrorCode/webInternalError``.
    func present(_ address: String) async throws

    /// Called when the flow has ended, with any result.
    func dismiss() async
}

extension AuthUIDelegate {
    /// Does nothing.
    public func dismiss() async {}
}
