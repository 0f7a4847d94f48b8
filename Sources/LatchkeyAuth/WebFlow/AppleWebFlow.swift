#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
import AuthenticationServices
import Foundation

/// The system's sign-in sheet (`ASWebAuthenticationSession`) on iOS, macOS and visionOS. Unlike Firebase's client it needs no entry in
/// Info.plist, and no other app can get the answer, whatever schemes it registers.
///
/// What happens to the answer is in ``AppWebFlow``, which is tested on Linux. This file is type-checked there against a stand-in for Apple's
/// module, and has never run: report what does not work.
@MainActor
final class AppleWebSheet: NSObject, AuthUIDelegate, ASWebAuthenticationPresentationContextProviding {
    private let callback: AppCallback
    private let take: @Sendable (URL) -> Bool
    private var session: ASWebAuthenticationSession?

    nonisolated init(callback: AppCallback, take: @escaping @Sendable (URL) -> Bool) {
        self.callback = callback
        self.take = take
    }

    @MainActor func present(_ address: String) async throws {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        let (endings, ending) = AsyncStream.makeStream(of: Result<URL, any Error>.self)
        // Sendable, since the system may call it on a thread of its own: one of the main actor would end the program there.
        let end: @Sendable (URL?, (any Error)?) -> Void = { url, error in
            ending.yield(url.map(Result.success) ?? .failure(error ?? CancellationError()))
        }
        let session = ASWebAuthenticationSession(url: url, callback: callback.forSheet, completionHandler: end)
        session.presentationContextProvider = self
        self.session = session
        guard session.start() else {
            throw AuthError.make(.webInternalError, reason: "The system does not show its sign-in sheet now.")
        }
        for await result in endings {
            switch result {
            case .success(let url) where take(url): return
            case .success: throw AuthError.make(.webInternalError, reason: "The page came back with another flow's answer.")
            // Only this one is the person's doing, who closed the sheet. Others say why there was none: without a window, for example.
            case .failure(let error as ASWebAuthenticationSessionError) where error.code == .canceledLogin: throw CancellationError()
            case .failure(let error): throw error
            }
        }
    }

    @MainActor func dismiss() async {
        session?.cancel()
        session = nil
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }
}

extension AppCallback {
    fileprivate var forSheet: ASWebAuthenticationSession.Callback {
        switch self {
        case .scheme(let scheme): .customScheme(scheme)
        case .universalLink(let host, let path): .https(host: host, path: path)
        }
    }
}
#endif
