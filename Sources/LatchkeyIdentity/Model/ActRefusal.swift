/// The reason why an administrative act was not executed. Nothing was changed.
public enum ActRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case noProject(ProjectID)
    /// The object of the act does not exist.
    case notFound(String)
    /// The object is already in the wanted state, for example a key that was revoked before.
    case alreadyDone(String)
    /// The name is taken, or a limit is reached.
    case conflict(String)
    /// Another change came in between. The act can be repeated.
    case changedMeanwhile

    /// The reason, as a sentence for administrators.
    public var description: String {
        switch self {
        case .noProject(let id): "There is no project \(id.rawValue.prefix(64))."
        case .notFound(let message), .alreadyDone(let message), .conflict(let message): message
        case .changedMeanwhile: "The settings were changed at the same time, so nothing was saved. Try again."
        }
    }
}

/// The error for an invalid setting.
package struct SettingRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the valid form.
    package let message: String

    /// The same text as ``message``.
    package var description: String { message }

    /// Creates the error with the message for the administrator.
    package init(_ message: String) {
        self.message = message
    }
}
