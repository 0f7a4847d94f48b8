package import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity

/// The host name that a client used. The hello message returns it, and the client reconnects to that host.
package enum DatabaseHost {
    private static let forwardedHost = HTTPField.Name("x-forwarded-host")
    private static let maxBytes = 260

    package static func name(for request: Request, _ context: ServerContext, _ proxies: [AddressRange]) -> String {
        name(authority: request.head.authority, headers: request.headers, from: context.remoteAddress, proxies)
    }

    /// - Parameter proxies: The proxies that may send `X-Forwarded-Host`. From other clients the header is ignored.
    package static func name(authority: String?, headers: HTTPFields, from address: String?, _ proxies: [AddressRange]) -> String {
        if let address, proxies.contains(where: { $0.contains(address) }), let name = Self.forwardedHost,
            let told = headers[name]?.split(separator: ",").first?.filter({ $0 != " " }), isName(told)
        {
            return told
        }
        return authority.flatMap { isName($0) ? $0 : nil } ?? "localhost"
    }

    /// Whether the text can be a host name or an address, with or without a port.
    private static func isName(_ text: String) -> Bool {
        (1...maxBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}
