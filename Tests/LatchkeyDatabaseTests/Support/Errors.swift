import Foundation

@testable import LatchkeyDatabase

extension Error {
    /// The error's code, if it is a database error.
    var databaseCode: DatabaseErrorCode {
        let error = self as NSError
        return error.domain == DatabaseErrorDomain ? DatabaseErrorCode(rawValue: error.code) ?? .unknown : .unknown
    }
}
