import LatchkeyIdentity

extension AdminError {
    /// Explains why a request was not executed, and names the command that helps.
    init(_ refusal: ActRefusal, to request: AdminRequest) {
        let hint: String? =
            switch refusal {
            case .noProject: "`latchkey projects list` lists all projects."
            case .notFound: request.listing
            case .alreadyDone, .conflict, .changedMeanwhile: nil
            }
        self.init([refusal.description, hint].compactMap(\.self).joined(separator: " "))
    }
}

extension AdminRequest {
    /// The command that lists the objects of which the request names one.
    fileprivate var listing: String? {
        switch self {
        case .revokeAPIKey: "`latchkey projects key list` lists its keys."
        case .changeApp: "`latchkey projects app list` lists its apps."
        case .revokeServiceAccount: "`latchkey service-accounts list` lists its accounts."
        case .revokeDatabaseSecret: "`latchkey database secrets list` lists its secrets."
        case .switchProvider(let id, _, _): "Create one with `latchkey projects provider set \(id)`."
        default: nil
        }
    }
}
