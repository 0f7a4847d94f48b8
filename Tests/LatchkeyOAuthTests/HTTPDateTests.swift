import Foundation
import Testing

@testable import LatchkeyOAuth

@Suite struct HTTPDateTests {
    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Fri, 14 Oct 2011 20:09:18 GMT", 1_318_622_958),
        ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
        ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
        ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
    ])
    func reads(_ text: String, _ seconds: Int) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == Double(seconds))
    }

    @Test(arguments: [
        "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, \u{661}\u{662} Nov 1994 08:49:37 GMT",
    ])
    func refuses(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}
