import Foundation

@testable import LatchkeyDatabase

extension Error {
    /// The code, where it is an error of the database.
    var databaseCode: DatabaseErrorCode {
        let error = self as NSError
        return error.domain == DatabaseErrorDomain ? DatabaseErrorCode(rawValue: error.code) ?? .unknown : .unknown
    }
}
