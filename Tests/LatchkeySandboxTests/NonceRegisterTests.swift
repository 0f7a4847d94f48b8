import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct NonceRegisterTests {
    @Test func aNonceIsForgottenAfterTwiceTheWindow() {
        var register = NonceRegister(windowSeconds: 300)
        let start = Date(timeIntervalSince1970: 1000)
        func use(after seconds: Double) -> NonceRegister.Verdict {
            register.use(
                nonce: "n", timestamp: "1", consumerKey: "c", token: nil, now: start.addingTimeInterval(seconds))
        }
        #expect(use(after: 0) == .accepted)
        #expect(use(after: 600) == .used)
        #expect(use(after: 601) == .accepted)
    }

    @Test func partsCannotBeShiftedIntoEachOther() {
        var register = NonceRegister(windowSeconds: 300)
        let now = Date(timeIntervalSince1970: 1000)
        #expect(register.use(nonce: "b", timestamp: "1", consumerKey: "c", token: "a", now: now) == .accepted)
        #expect(register.use(nonce: "b", timestamp: "1", consumerKey: "ca", token: nil, now: now) == .accepted)
    }

    @Test func aFullRegisterRefuses() {
        var register = NonceRegister(windowSeconds: 300, maxNonces: 50)
        let now = Date(timeIntervalSince1970: 1000)
        for number in 0..<50 {
            _ = register.use(nonce: String(number), timestamp: "1", consumerKey: "c", token: nil, now: now)
        }
        #expect(register.use(nonce: "more", timestamp: "1", consumerKey: "c", token: nil, now: now) == .full)
        #expect(
            register.use(nonce: "more", timestamp: "1", consumerKey: "c", token: nil, now: now.addingTimeInterval(601))
                == .accepted)
    }
}
