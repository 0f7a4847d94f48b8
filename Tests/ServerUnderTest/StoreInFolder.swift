import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// The test needs a store in the data folder. It is skipped if the tests run with `Scripts/with-postgres`.
    package static var storeInFolder: Self {
        .enabled("needs a store in the data folder") { ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"] == nil }
    }
}
