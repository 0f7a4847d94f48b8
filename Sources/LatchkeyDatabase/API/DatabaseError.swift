import Foundation

/// The domain of the errors of this module, as in Firebase.
public let DatabaseErrorDomain = "com.firebase"

/// The error codes of this module. The first three have the same numbers as in Firebase.
///
/// Every error of this module is an `NSError` of the domain ``DatabaseErrorDomain`` with one of these codes: `DatabaseErrorCode(rawValue:
/// (error as NSError).code)`.
public enum DatabaseErrorCode: Int, Error, CaseIterable, Sendable {
    /// The rules of the database deny the operation.
    case permissionDenied = 1
    /// The server is not available.
    case unavailable = 2
    /// The app canceled the write, or its user is no longer signed in.
    case writeCanceled = 3
    /// The connection was lost during a transaction. It is not known whether the transaction was executed.
    case disconnected = 4
    /// The data changed during each attempt of the transaction.
    case maxRetries = 5
    /// Another write of this app overrode the transaction.
    case overriddenBySet = 6
    /// The value, the path or the query is invalid. Nothing was sent.
    case invalidArgument = 7
    /// There is no connection and no cached data.
    case offline = 8
    /// Any other error of the server; see the failure reason.
    case unknown = 9999
}

/// Creates the errors of this module.
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
            // The text says how to fix the problem, if it is not empty.
            case "unavailable": (.unavailable, failure.text.isEmpty ? "The service is unavailable" : failure.text)
            case "write_canceled": (.writeCanceled, "The write was canceled")
            case "signed_out": (.writeCanceled, failure.text)
            case "too_large": (.invalidArgument, failure.text)
            case "disconnect", "disconnected": (.disconnected, "The connection was lost before the server responded")
            default: (.unknown, failure.text.isEmpty ? failure.status : failure.text)
            }
        return make(code, text, reason: failure.text.isEmpty ? failure.status : "\(failure.status): \(failure.text)")
    }

    /// Returns the warning for a failure that the app does not handle: the failed call, its location, and the server's reason.
    static func warning(_ call: String, _ place: some CustomStringConvertible, _ error: any Error) -> String {
        "\(call) at \(place) failed: \((error as NSError).localizedFailureReason ?? error.localizedDescription)"
    }

    /// Returns whether the app canceled the write.
    static func isGivenUp(_ error: any Error) -> Bool {
        (error as NSError).localizedFailureReason?.hasPrefix(ServerFailure.canceled.status) == true
    }

    static func offlineText(_ path: some CustomStringConvertible) -> String {
        "The value at \(path) cannot be read: there is no connection to the server, and no observer has received it before."
    }
}
