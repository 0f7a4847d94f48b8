import Testing

@testable import LatchkeyIdentity

@Suite struct DeviceNameTests {
    @Test(arguments: [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
            "Edge · Windows"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox · Linux"),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
            "Chrome · Android"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            "Safari · iPhone"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
            "Safari · Mac"
        ),
        ("curl/8.5.0", "curl"), ("", "1:2:ios:3"), (String(repeating: "a", count: 500), String(repeating: "a", count: 60)),
    ])
    func nameIsOfTheBrowserAndTheSystem(_ agent: String, _ expected: String) {
        #expect(DeviceName.text(of: ClientDescription(app: "1:2:ios:3", userAgent: agent)) == expected)
    }

    @Test func clientThatSaysNothingHasNoName() {
        #expect(DeviceName.text(of: ClientDescription()) == nil)
    }
}
