public import Foundation
import Synchronization

/// The flows of an app whose person is away, and the addresses with which the system opens the app.
///
/// Whoever can open a page or an app can open this one with any address. What counts is the id of the event, which has 256 random bits and
/// is known to the server's page alone; an answer is taken once.
final class AppReturns: Sendable {
    private struct Flow {
        let eventID: String
        let callback: AppCallback
        let answers: AsyncStream<WebFlowCallback>.Continuation

        func read(_ address: String) -> WebFlowCallback {
            switch callback {
            case .scheme(let scheme): .read(deepLink: address, scheme: scheme, eventID: eventID)
            case .universalLink(let host, let path): .read(universalLink: address, host: host, path: path, eventID: eventID)
            }
        }
    }

    private let flows = Mutex<[Flow]>([])

    /// The answer to a flow, which is waited for from now on.
    func answers(to request: WebFlowRequest, by callback: AppCallback) -> AsyncStream<WebFlowCallback> {
        let (stream, continuation) = AsyncStream.makeStream(of: WebFlowCallback.self)
        flows.withLock { $0.append(Flow(eventID: request.eventID, callback: callback, answers: continuation)) }
        return stream
    }

    /// Waits for a flow no longer.
    func forget(_ request: WebFlowRequest) {
        flows.withLock { $0.removeAll { $0.eventID == request.eventID } }
    }

    /// Hands an address to the flow that waits for it.
    ///
    /// - Returns: Whether one did.
    func take(_ url: URL) -> Bool {
        let taken: (Flow, WebFlowCallback)? = flows.withLock { flows in
            for (index, flow) in flows.enumerated() {
                let answer = flow.read(url.absoluteString)
                if answer != .unrelated { return (flows.remove(at: index), answer) }
            }
            return nil
        }
        guard let (flow, answer) = taken else { return false }
        flow.answers.yield(answer)
        return true
    }
}

extension Auth {
    /// Whether an address with which the system opened the app is the answer of a sign-in page; if so, that sign-in goes on.
    ///
    /// An app calls it in `onOpenURL`, in `application(_:open:options:)`, or in a scene delegate, when it shows pages by an
    /// ``AuthUIDelegate`` of its own: the system's sheet, which is used otherwise, keeps the answer from other apps and needs no such call. The
    /// server answers by the app's scheme (`app-` and the app id with dashes for colons, which then has to be in the app's Info.plist), or
    /// by a universal link (``AuthConfiguration/returnsByUniversalLink``).
    ///
    /// - Returns: `false` for every other address: of another scheme, of another flow, or one that was taken already. Those are the app's.
    public func canHandle(_ url: URL) -> Bool { webFlow.canHandle(url) }
}
