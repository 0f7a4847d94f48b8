import Foundation

/// The web flow of apps, which the system opens again with the answer.
///
/// The page is shown by the system's sheet, or by what the app gave to show pages. The sheet has the answer itself; where the page is in a
/// browser, the app is opened with it and hands it to ``Auth/canHandle(_:)``.
struct AppWebFlow: WebFlow {
    /// Makes what shows the page of one flow.
    ///
    /// - Parameters:
    ///   - callback: The address that ends the flow.
    ///   - take: Is given that address; says whether a flow waited for it.
    typealias MakeSheet = @Sendable (_ callback: AppCallback, _ take: @escaping @Sendable (URL) -> Bool) -> any AuthUIDelegate

    private let wait: WebFlowWait
    private let makeSheet: MakeSheet
    private let returns = AppReturns()

    /// - Parameter timeout: How long the person may stay away.
    init(timeout: Duration, sheet: @escaping MakeSheet) {
        self.init(deadline: { try await Task.sleep(for: timeout) }, sheet: sheet)
    }

    /// - Parameter deadline: Returns when the time is up.
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
        let answers = returns.answers(to: request, by: callback)
        defer { returns.forget(request) }
        return try await wait.link(
            showing: request.address(returningBy: callback), with: delegate ?? makeSheet(callback) { returns.take($0) }, answers: answers)
    }

    func canHandle(_ url: URL) -> Bool { returns.take(url) }
}
