import Foundation
import LatchkeySecrets
import Testing

@testable import LatchkeyACME

@Suite struct RenewalScheduleTests {
    private static func random(_ byte: UInt8) -> RandomTokens { RandomTokens { Array(repeating: byte, count: $0) } }

    @Test func aCertificateIsRenewedAtTwoThirdsOfItsLife() {
        let start = Date(timeIntervalSince1970: 0)
        #expect(RenewalSchedule.renewal(from: start, to: start.addingTimeInterval(90 * 86_400)) == start.addingTimeInterval(60 * 86_400))
        #expect(RenewalSchedule.renewal(from: start, to: start.addingTimeInterval(-1)) == start)
    }

    @Test func delaysDoubleFromAMinuteToSixHours() {
        let delays = [1, 2, 3, 9, 10, 1_000].map {
            RenewalSchedule.delaySeconds(afterFailures: $0, retryAfter: nil, random: Self.random(0))
        }
        #expect(delays == [60, 120, 240, 15_360, 21_600, 21_600])
    }

    @Test func jitterOnlyMakesDelaysLonger() {
        #expect(RenewalSchedule.delaySeconds(afterFailures: 1, retryAfter: nil, random: Self.random(255)) == 75)
    }

    @Test func theAuthorityCanAskForALongerDelayUpToADay() {
        func delay(_ seconds: Double) -> Double {
            RenewalSchedule.delaySeconds(afterFailures: 1, retryAfter: seconds, random: Self.random(0))
        }
        #expect([delay(1), delay(600), delay(1e9)] == [60, 600, 86_400])
    }

    @Test(arguments: [
        ("auth.example.org", true), ("localhost", true), ("xn--bcher-kva.example", true), ("*.example.org", false), ("192.0.2.7", false),
        ("2001:db8::1", false), ("bücher.example", false), ("https://auth.example.org", false), ("auth..example.org", false),
        ("-a.example.org", false), ("auth_1.example.org", false), (String(repeating: "a", count: 64) + ".org", false), ("", false),
    ])
    func namesAreChecked(_ name: String, isValid: Bool) {
        #expect((DomainName.problem(of: name) == nil) == isValid)
    }
}
