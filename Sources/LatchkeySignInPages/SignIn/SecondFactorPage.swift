import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The page that requests the second factor after the first one.
struct SecondFactorPage: Sendable {
    let signIn: SecondFactorSignIn
    let pages: PageRenderer

    enum Outcome: Sendable {
        case page(Response)
        case signedIn(IssuedTokens)
    }

    /// - Parameter asks: Whether the user must confirm before continuing to a site. The form carries the value.
    func page(for needed: SecondFactorNeeded, _ visit: SignInVisit, frame: SignInFrame, asks: Bool) throws -> Response {
        var content = Content(t: visit.texts, frame: frame, pending: needed.pendingCredential.expose(), asks: asks)
        content.phones = needed.factors.compactMap { factor in
            guard case .phone(let number) = factor.means else { return nil }
            let name = factor.displayName ?? number.hidden
            return Phone(id: factor.id, label: visit.texts.filled(visit.texts.sendCodeTo, name: name))
        }
        content.totp = needed.factors.contains { $0.kind == .totp }
        return try pages.page("signin-second-factor", content)
    }

    /// Sends a code, or verifies one.
    func respond(_ form: QueryParameters, _ visit: SignInVisit, frame: SignInFrame) async throws -> Outcome {
        let caller = visit.caller
        let pending = Secret(form["pending"] ?? "")
        var content = Content(t: visit.texts, frame: frame, pending: pending.expose(), asks: Self.asks(form))
        content.totp = form["totp"] == "yes"
        content.sessionInfo = form["session"] ?? ""
        do {
            if let phone = form["send"] {
                content.sessionInfo = try await signIn.start(pending, with: phone, caller: caller).expose()
                return .page(try pages.page("signin-second-factor", content))
            }
            let code = (form["code"] ?? "").filter { $0 != " " }
            let proof: SecondFactorProof =
                switch form["kind"] {
                case "phone": .phone(code: code, sessionInfo: content.sessionInfo)
                case "recovery": .recoveryCode(code)
                default: .totp(code: code, enrollment: nil)
                }
            return .signedIn(try await signIn.finish(pending, with: proof, caller: caller))
        } catch let error as SignInError {
            guard error.code != .invalidMFAPendingCredential, error.code != .userDisabled else {
                return .page(.seeOther(visit.home(error: error.code.rawValue)))
            }
            content.message = visit.texts.wrongCode
        } catch let error as TooManyAttempts {
            content.message = visit.texts.message(for: error)
        }
        return .page(try pages.page("signin-second-factor", content, status: .badRequest))
    }

    /// The `asks` value that the form carries from ``page(for:_:frame:asks:)``. The form is protected: another site cannot submit it.
    static func asks(_ form: QueryParameters) -> Bool { form["asks"] == "yes" }

    private struct Content {
        let t: SignInTexts
        let frame: SignInFrame
        let pending: String
        let asks: Bool
        var phones: [Phone] = []
        var totp = false
        /// The session of a sent code; empty before.
        var sessionInfo = ""
        var message: String?
    }

    private struct Phone {
        let id: String
        let label: String
    }
}
