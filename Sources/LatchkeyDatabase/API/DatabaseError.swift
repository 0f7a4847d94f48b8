import Foundation

/// The domain of this module's errors, as in Firebase.
public let DatabaseErrorDomain = "com.firebase"

/// What went wrong. The first three have Firebase's numbers.
///
/// Every failure of this module is an `NSError` of domain ``DatabaseErrorDomain`` whose `code` is one of these numbers:
/// `DatabaseErrorCode(rawValue: (error as NSError).code)`.
public enum DatabaseErrorCode: Int, Error, CaseIterable, Sendable {
    /// The rules of the database do not allow it.
    case permissionDenied = 1
    /// The server cannot do it now.
    case unavailable = 2
    /// The app gave its unanswered writes up.
    case writeCanceled = 3
    /// The connection broke while a transaction was on its way; whether it was carried out is not known.
    case disconnected = 4
    /// The data changed each time that the transaction was tried.
    case maxRetries = 5
    /// Another write of this app came over the transaction.
    case overriddenBySet = 6
    /// The value, the path or the query can be in no database; nothing was sent.
    case invalidArgument = 7
    /// There is no connection, and nothing is known from before.
    case offline = 8
    /// The server said something else; the failure reason says what.
    case unknown = 9999
}

/// Makes the errors that leave this module.
enum DatabaseError {
    static func make(_ code: DatabaseErrorCode, _ text: String, reason: String? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSLocalizedFailureReasonErrorKey] = reason
        return NSError(domain: DatabaseErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    static func make(_ failure: ServerFailure) -> NSError {
        let (code, text): (DatabaseErrorCode, String) =
            switch failure.status {
            case "permission_denied": (.permissionDenied, "Permission denied")
            // It says what to mend, where there is something.
            case "unavailable": (.unavailable, failure.text.isEmpty ? "The service is unavailable" : failure.text)
            case "write_canceled": (.writeCanceled, "The write was canceled")
            case "signed_out": (.writeCanceled, failure.text)
            case "too_large": (.invalidArgument, failure.text)
            case "disconnect", "disconnected": (.disconnected, "The connection broke before the server answered")
            default: (.unknown, failure.text.isEmpty ? failure.status : failure.text)
            }
        return make(code, text, reason: failure.text.isEmpty ? failure.status : "\(failure.status): \(failure.text)")
    }

    /// What a developer is told of a failure for which the app has no block: what failed, where, and the server's word for it.
    static func warning(_ call: String, _ place: some CustomStringConvertible, _ error: any Error) -> String {
        "\(call) at \(place) failed: \((error as NSError).localizedFailureReason ?? error.localizedDescription)"
    }

    /// Whether the app itself gave the write up.
    static func isGivenUp(_ error: any Error) -> Bool {
        (error as NSError).localizedFailureReason?.hasPrefix(ServerFailure.canceled.status) == true
    }

    static func offlineText(_ path: some CustomStringConvertible) -> String {
        "The value at \(path) cannot be read: there is no connection to the server, and nobody listened to it before."
    }
}
