public import Foundation
import Observation

extension TwitterService {
    /// Calls a closure with each page to show, for programs without views that observe the service.
    public func whenPageOpens(_ show: @escaping @MainActor (URL) -> Void) {
        withObservationTracking {
            _ = authUrl
        } onChange: { [weak self] in
            // Called before the change, and only for the first change.
            Task { @MainActor in
                guard let self else { return }
                self.whenPageOpens(show)
                if let page = self.authUrl { show(page) }
            }
        }
    }
}
