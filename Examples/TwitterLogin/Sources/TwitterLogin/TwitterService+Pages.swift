public import Foundation
import Observation

extension TwitterService {
    /// Calls back with each page that is to be shown: for programs without views, which watch nothing by themselves.
    public func whenPageOpens(_ show: @escaping @MainActor (URL) -> Void) {
        withObservationTracking {
            _ = authUrl
        } onChange: { [weak self] in
            // Told of a change before it is made, and of one change only.
            Task { @MainActor in
                guard let self else { return }
                self.whenPageOpens(show)
                if let page = self.authUrl { show(page) }
            }
        }
    }
}
