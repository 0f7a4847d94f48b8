import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The phones of the own account: the number that signs in, and those that are second factors.
extension SignInPage {
    /// What a user adds a phone for.
    enum OwnPhoneUse: String {
        case signIn = "sign-in"
        case secondFactor = "second-factor"
    }

    func addOwnPhones(to router: Router<ServerContext>) {
        postAccount("/account/phone", router) { request, visit in
            try await showing(request, visit) { form, holder, frame in
                let (number, use) = (try PhoneNumber.typed(form["number"]), form.phoneUse)
                let session = try await sendCode(to: number, for: use, holder)
                return try codePage(
                    PhoneCodeContent(number.text, session: session.expose(), for: use, texts: visit.texts, frame: frame))
            }
        }
        postAccount("/account/phone/finish", router) { request, visit in
            try await showing(request, visit) { try await finishOwnPhone($0, $1, visit, $2) }
        }
        postChange("/account/phone/remove", router) { _, holder in
            try await remove(AccountEdit(unlinking: [.phone]), by: holder)
        }
    }

    private func sendCode(to number: PhoneNumber, for use: OwnPhoneUse, _ holder: SignedInCaller) async throws -> Secret<String> {
        switch use {
        case .signIn:
            try requireMayAddNumber(holder)
            return try await verification.send(to: number, as: .signIn, caller: holder.caller)
        case .secondFactor: return try await own.enrollment.startPhone(number, for: holder)
        }
    }

    /// An attacker at an open browser could otherwise add their own phone, and sign in with it later. In Firebase's call, only another
    /// number needs a recent sign-in.
    private func requireMayAddNumber(_ holder: SignedInCaller) throws {
        if holder.account.hasWayIn { try actions.sessions.requireRecentSignIn(holder) }
    }

    private func finishOwnPhone(
        _ form: QueryParameters, _ holder: SignedInCaller, _ visit: SignInVisit, _ frame: SignInFrame
    ) async throws -> Response {
        let (session, use) = (form["session"] ?? "", form.phoneUse)
        let code = (form["code"] ?? "").filter { $0 != " " }
        do {
            switch use {
            case .signIn:
                try requireMayAddNumber(holder)
                switch try await phones.finish(.code(code, sessionInfo: session), for: .link(holder)) {
                case .signedIn(let tokens, _, _): return confirming(tokens, visit)
                case .secondFactorNeeded, .takenByAnother: throw SignInError(.phoneNumberExists)
                }
            case .secondFactor: return try await finishFactor(.phone(code: code, sessionInfo: session), holder, visit, frame)
            }
        } catch let error as SignInError where error.code == .invalidCode {
            var content = PhoneCodeContent(form["number"] ?? "", session: session, for: use, texts: visit.texts, frame: frame)
            content.message = visit.texts.message(for: error)
            return try codePage(content)
        }
    }
}

extension PhoneNumber {
    /// Reads a number as users type it, with spaces, dots and parentheses.
    static func typed(_ text: String?) throws -> PhoneNumber { try required((text ?? "").filter { !" .-/()\u{a0}".contains($0) }) }
}

extension QueryParameters {
    fileprivate var phoneUse: SignInPage.OwnPhoneUse { self["use"].flatMap(SignInPage.OwnPhoneUse.init) ?? .signIn }
}

extension PhoneCodeContent {
    /// The page for the code to a phone of the own account.
    fileprivate init(_ number: String, session: String, for use: SignInPage.OwnPhoneUse, texts: SignInTexts, frame: SignInFrame) {
        self.init(
            number, session: session, to: "/account/phone/finish", use: use.rawValue, button: texts.confirm, back: "/account", texts: texts,
            frame: frame)
    }
}
