import Foundation

/// The web flow of apps that the system can open with a callback URL.
///
/// The page is shown by the system's sheet or by the app's delegate. The sheet receives the callback itself. If a browser shows the page,
/// the callback opens the app, which passes it to ``Auth/canHandle(_:)``.
struct AppWebFlow: WebFlow {
    /// Creates the delegate that shows the page of a flow.
    ///
    /// - Parameters:
    ///   - callback: The callback that ends the flow.
    ///   - take: Handles the callback URL. Returns whether a flow was waiting for it.
    typealias MakeSheet = @Sendable (_ callback: AppCallback, _ take: @escaping @Sendable (URL) -> Bool) -> any AuthUIDelegate

    private let wait: WebFlowWait
    private let makeSheet: MakeSheet
    private let returns = AppReturns()

    /// Creates a web flow.
    ///
    /// - Parameter timeout: How long to wait for the user.
    init(timeout: Duration, sheet: @escaping MakeSheet) {
        self.init(deadline: { try await Task.sleep(for: timeout) }, sheet: sheet)
    }

    /// Creates a web flow.
    ///
    /// - Parameter deadline: Returns when the time has elapsed.
    init(deadline: @escaping @Sendable () async throws -> Void, sheet: @escaping MakeSheet) {
        wait = WebFlowWait(deadline: deadline)
        makeSheet = sheet
    }

    func run(_ request: WebFlowRequest, delegate: (any AuthUIDelegate)?) async throws -> String {
        guard let callback = AppCallback(of: request.configuration) else {
            throw AuthError.make(
                .webInternalError, reason: "AuthConfiguration needs the appID that the server knows for this app.")
        }
        if let problem = request.configuration.linkProblem { throw AuthError.make(.webInternalError, reason: problem) }
        let replies = returns.callbacks(to: request, by: callback)
        defer { returns.forget(request) }
        return try await wait.link(
            showing: request.address(returningBy: callback), with: delegate ?? makeSheet(callback) { returns.take($0) }, replies: replies)
    }

    func canHandle(_ url: URL) -> Bool { returns.take(url) }
}
