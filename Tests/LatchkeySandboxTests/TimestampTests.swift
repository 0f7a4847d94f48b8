import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov 06 08:49:37 +0000 1994", "1994-11-06T08:49:37Z"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT", "Thu Jan 01 00:00:00 +0000 1970", "1970-01-01T00:00:00Z"),
            (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT", "Thu Feb 29 12:34:56 +0000 2024", "2024-02-29T12:34:56Z"),
        ] as [(Double, String, String, String)])
    func formats(_ seconds: Double, _ http: String, _ twitter: String, _ github: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.httpDate == http && date.twitterDate == twitter && date.gitHubDate == github)
    }
}
