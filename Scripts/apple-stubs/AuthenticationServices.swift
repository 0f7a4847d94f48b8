// The part of Apple's AuthenticationServices that this project uses, as declarations for the compiler. Scripts/check-apple compiles it.

public import Foundation
public import UIKit

/// NSWindow on macOS, which has the same initializer without arguments.
@MainActor open class ASPresentationAnchor: UIResponder {}

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }

    public let code: Code
}

public class ASWebAuthenticationSession: NSObject {
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

    public struct Callback: Sendable {
        public static func customScheme(_ customScheme: String) -> Callback { Callback() }
        public static func https(host: String, path: String) -> Callback { Callback() }
    }

    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    public var prefersEphemeralWebBrowserSession = false

    @MainActor public func start() -> Bool { false }
    @MainActor public func cancel() {}
}
