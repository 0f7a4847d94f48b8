import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyMail

@Suite struct WebhookSlotsTests {
    @Test func theFailuresOfAWebhookDoubleItsPauseUpToAMinute() {
        let (slots, now) = (WebhookSlots(), ManualClock.start)
        #expect(slots.pause(of: "a") == nil)
        let pauses = (1...8).map { _ in
            slots.take("a", 1)
            slots.release("a", isRefused: true, at: now)
            return slots.pause(of: "a")?.timeIntervalSince(now)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(slots.pause(of: "b") == nil)
        #expect(!slots.isBusy)
        slots.release("a", isRefused: false, at: now)
        #expect(slots.pause(of: "a") == nil)
    }
}
