import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Signs in with a code that is sent to a phone.
extension SignInPage {
    func sendCode(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        do {
            let number = try PhoneNumber.typed(form["number"])
            let session = try await verification.send(to: number, as: .signIn, caller: visit.caller)
            return try codePage(number.text, session: session.expose(), visit, browser: browser, message: nil)
        } catch let error as SignInError {
            let view = SignInView(number: form["number"] ?? "", problem: .init(error, in: visit.texts, at: .phone))
            return try await signInPage(view, visit, browser: browser)
        }
    }

    func phoneCode(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        let session = form["session"] ?? ""
        let code = (form["code"] ?? "").filter { $0 != " " }
        do {
            switch try await phones.finish(.code(code, sessionInfo: session), for: .signIn(visit.caller)) {
            case .signedIn(let tokens, _, _):
                let outcome = try await actions.linkPending(to: tokens, request: request, visit: visit)
                return try await reply(to: outcome, visit: visit, browser: browser)
            case .secondFactorNeeded(let needed):
                return try await reply(to: .secondFactorNeeded(needed), visit: visit, browser: browser)
            case .takenByAnother: return .seeOther(visit.home(error: SignInError.Code.phoneNumberExists.rawValue))
            }
        } catch let error as SignInError where error.code == .invalidCode {
            return try codePage(
                form["number"] ?? "", session: session, visit, browser: browser, message: visit.texts.message(for: error))
        } catch let error as SignInError {
            return .seeOther(visit.home(error: error.code.rawValue))
        }
    }

    private func codePage(
        _ number: String, session: String, _ visit: SignInVisit, browser: String, message: String?
    ) throws -> Response {
        var content = PhoneCodeContent(
            number, session: session, to: "/sign-in/phone/code", button: visit.texts.signIn, back: "/sign-in", texts: visit.texts,
            frame: frame(visit, browser))
        content.message = message
        return try codePage(content)
    }

    func codePage(_ content: PhoneCodeContent) throws -> Response {
        try pages.page("signin-phone-code", content, status: content.message == nil ? .ok : .badRequest)
    }
}
