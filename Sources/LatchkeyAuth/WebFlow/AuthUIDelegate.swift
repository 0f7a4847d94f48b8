/// Shows the provider's page to the person.
///
/// Firebase's delegate presents a view controller; this one gets an address, because Linux has no such thing and a sign-in page
/// belongs into a browser anyway, where the person sees whose page it is (RFC 8252, section 8.12).
public protocol AuthUIDelegate: Sendable {
    /// Opens a page; returns when it is open, or any time later.
    ///
    /// - Throws: Ends the flow: `CancellationError` as ``AuthErrorCode/webContextCancelled``, anything else as
    ///   ``AuthErrorCode/webInternalError``.
    func present(_ address: String) async throws

    /// The flow has ended, however it did.
    func dismiss() async
}

extension AuthUIDelegate {
    /// Does nothing.
    public func dismiss() async {}
}
