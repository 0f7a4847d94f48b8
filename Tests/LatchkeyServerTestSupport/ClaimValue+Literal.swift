public import LatchkeyIdentity

extension ClaimValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
}
