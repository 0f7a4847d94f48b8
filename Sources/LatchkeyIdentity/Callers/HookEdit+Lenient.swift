import Foundation
import LatchkeySecrets

extension HookEdit {
    /// Reads a response as Google's emulator does: it ignores names that hooks cannot change, and converts values to the expected types.
    ///
    /// - Throws: ``SignInError`` with `BLOCKING_FUNCTION_ERROR_RESPONSE` and the emulator's message, `INVALID_CLAIMS`, `CLAIMS_TOO_LARGE`
    ///   or `FORBIDDEN_CLAIM`.
    init(readingLeniently body: [UInt8], for event: BlockingHooks.Event) throws {
        guard body.count <= HookReply.maxBytes else {
            throw SignInError.emulatedHookFault("Response body is larger than \(HookReply.maxBytes) bytes.", isServerFault: true)
        }
        guard let reply = try? JSONDecoder().decode(ClaimValue.self, from: Data(body)) else {
            throw SignInError.emulatedHookFault("Response body is not valid JSON.", isServerFault: true)
        }
        guard case .object(let members) = reply, case .object(let record)? = members["userRecord"] else { return }
        guard case .string(let mask)? = record["updateMask"], !mask.isEmpty else {
            throw SignInError.emulatedHookFault("Response UserRecord is missing updateMask.")
        }
        for name in mask.split(separator: ",").map(String.init) {
            let value = record[name] ?? .null
            switch name {
            case "displayName": displayName = Self.text(value)
            case "photoUrl": photoURL = Self.text(value)
            case "disabled": disabled = value.isTruthy
            case "emailVerified": emailVerified = value.isTruthy
            case "customClaims": customClaims = try Self.claims(value)
            case "sessionClaims":
                guard event == .beforeSignIn, case .object(let claims) = value, !claims.isEmpty else { continue }
                sessionClaims = try DeveloperClaims.text(claims, maxBytes: Self.maxSessionClaimsBytes)
            default: continue
            }
        }
    }

    /// The store's limit. Google's emulator has none.
    private static let maxSessionClaimsBytes = 4096

    private static func text(_ value: ClaimValue) -> AccountEdit.Change {
        switch value {
        case .string(let text): .set(text)
        case .integer(let number): .set(String(number))
        case .number(let number): .set(String(number))
        case .bool(let flag): .set(String(flag))
        default: .clear
        }
    }

    private static func claims(_ value: ClaimValue) throws -> AccountEdit.Change {
        guard case .object(let members) = value else { throw SignInError(.init(rawValue: "INVALID_CLAIMS")) }
        return .set(try DeveloperClaims.text(members))
    }
}

extension ClaimValue {
    /// Truthiness as in JavaScript.
    fileprivate var isTruthy: Bool {
        switch self {
        case .null, .bool(false), .integer(0), .number(0), .string(""): false
        default: true
        }
    }
}

extension SignInError {
    /// The error for a failed hook, with the messages of Google's emulator.
    static func emulatedHookFault(_ problem: String, isServerFault: Bool = false, cause: String? = nil) -> SignInError {
        SignInError(.blockingFunctionErrorResponse, message: "((\(problem)))", cause: cause, isServerFault: isServerFault)
    }
}
