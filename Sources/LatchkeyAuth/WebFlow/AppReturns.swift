public import Foundation
import Synchronization

/// The pending flows of an app, and the handling of the URLs that open it.
///
/// Any page or app can open this app with any URL. Security depends on the event id, which has 256 random bits and is known only to the
/// server's page. A callback is accepted once.
final class AppReturns: Sendable {
    private struct Flow {
        let eventID: String
        let callback: AppCallback
        let replies: AsyncStream<WebFlowCallback>.Continuation

        func read(_ address: String) -> WebFlowCallback {
            switch callback {
            case .scheme(let scheme): .read(deepLink: address, scheme: scheme, eventID: eventID)
            case .universalLink(let host, let path): .read(universalLink: address, host: host, path: path, eventID: eventID)
            }
        }
    }

    private let flows = Mutex<[Flow]>([])

    /// Adds a flow and returns the stream of its callback.
    func callbacks(to request: WebFlowRequest, by callback: AppCallback) -> AsyncStream<WebFlowCallback> {
        let (stream, continuation) = AsyncStream.makeStream(of: WebFlowCallback.self)
        flows.withLock { $0.append(Flow(eventID: request.eventID, callback: callback, replies: continuation)) }
        return stream
    }

    /// Removes a flow.
    func forget(_ request: WebFlowRequest) {
        flows.withLock { $0.removeAll { $0.eventID == request.eventID } }
    }

    /// Passes a URL to the flow that is waiting for it.
    ///
    /// - Returns: Whether a flow was waiting for it.
    func take(_ url: URL) -> Bool {
        let taken: (Flow, WebFlowCallback)? = flows.withLock { flows in
            for (index, flow) in flows.enumerated() {
                let reply = flow.read(url.absoluteString)
                if reply != .unrelated { return (flows.remove(at: index), reply) }
            }
            return nil
        }
        guard let (flow, reply) = taken else { return false }
        flow.replies.yield(reply)
        return true
    }
}

extension Auth {
    /// Handles a URL that opened the app. If the URL is the callback of a sign-in page, that sign-in continues.
    ///
    /// Call this in `onOpenURL`, in `application(_:open:options:)` or in a scene delegate if your app shows pages with its own
    /// ``AuthUIDelegate``. The system's sign-in sheet, which is the default, does not need this call and keeps the callback from other
    /// apps. The server redirects to the app's URL scheme (`app-` and the app id with hyphens instead of colons, which must then be in the
    /// app's Info.plist), or to a universal link (``AuthConfiguration/returnsByUniversalLink``).
    ///
    /// - Returns: `false` for URLs with another scheme, of another flow, or that were already handled. Your app can handle those.
    public func canHandle(_ url: URL) -> Bool { webFlow.canHandle(url) }
}
