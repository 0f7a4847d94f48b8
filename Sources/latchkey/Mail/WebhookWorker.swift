import AsyncHTTPClient
import Foundation
import LatchkeyIdentity
import LatchkeyMail
import LatchkeyProviders
import LatchkeyWeb
import Logging
import NIOHTTP1

extension UserEventWorker {
    /// Creates the worker of a server.
    ///
    /// - Parameter client: Calls no host of the server's own network that the operator does not allow, and follows no redirects.
    init(_ store: any AccountStore, sealer: Sealer, client: TargetClient, logger: Logger) {
        self.init(
            store: store, sealer: sealer,
            send: { request, timeout in
                do {
                    return try await client.execute(request, timeout: timeout) { $0.status.code }
                } catch is TargetRefusal {
                    // Administrators of the project see this text, and must not learn addresses of the server's network.
                    throw DeliveryError.temporary("Its host is in the server's own network, which webhooks may not call.")
                }
            }, now: { Date() }, logger: logger)
    }
}
