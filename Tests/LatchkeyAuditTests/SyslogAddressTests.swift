import LatchkeyAudit
import Testing

@Suite struct SyslogAddressTests {
    @Test(arguments: [
        ("tcp://logs.example.org:601", SyslogAddress.tcp(host: "logs.example.org", port: 601)),
        ("logs.example.org:514", .tcp(host: "logs.example.org", port: 514)), ("udp://192.0.2.1:514", .udp(host: "192.0.2.1", port: 514)),
        ("udp://[2001:db8::1]:514", .udp(host: "2001:db8::1", port: 514)), ("unix:/dev/log", .unix(path: "/dev/log")),
    ])
    func isParsed(_ text: String, address: SyslogAddress) {
        #expect(SyslogAddress(text) == address)
    }

    @Test(arguments: [
        "", "logs.example.org", "tcp://:514", "tcp://h:0", "tcp://h:65536", "tcp://h:x", "2001:db8::1:514", "unix:dev/log", "unix:",
        "http://h:514", "tcp://user@h:514", "unix:/" + String(repeating: "x", count: 103),
    ])
    func anotherFormIsRefused(_ text: String) {
        #expect(SyslogAddress(text) == nil)
    }
}
