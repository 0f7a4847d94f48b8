#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
import AuthenticationServices
import Foundation

/// The system's sign-in sheet (`ASWebAuthenticationSession`) on iOS, macOS and visionOS.
///
/// Unlike in Firebase's client, no entry in Info.plist is needed, and no other app can receive the callback, even if it registers the same
/// scheme.
///
/// ``AppWebFlow`` handles the callback and is tested on Linux. This file is type-checked there against a stand-in for Apple's module and
/// has never been run. Please report problems.
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
        // The closure is Sendable because the system may call it on any thread. A main actor closure would crash there.
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
            case .success: throw AuthError.make(.webInternalError, reason: "The page returned the callback of another flow.")
            // Only this error means that the user closed the sheet. Other errors say why there was no sheet, for example because there is
            // no window.
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
