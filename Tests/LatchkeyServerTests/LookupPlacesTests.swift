// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LatchkeyServer

@Suite struct LookupPlacesTests {
    @Test func aHostThatIsNotAnsweredLeavesRoomForOthers() {
        var places = LookupPlaces()
        #expect(places.take("slow.example") == nil)
        #expect(places.take("SLOW.example") == nil)
        #expect(places.take("slow.example") == "2 look-ups of it have no answer yet")
        #expect(places.take("other.example") == nil)
        places.give("slow.example")
        #expect(places.take("slow.example") == nil)
    }

    @Test func noMoreThanSixteenRunAtOnce() {
        var places = LookupPlaces()
        for number in 0..<16 { #expect(places.take("host\(number).example") == nil) }
        #expect(places.take("host16.example") == "16 look-ups have no answer yet")
        places.give("host3.example")
        #expect(places.take("host16.example") == nil)
    }
}
