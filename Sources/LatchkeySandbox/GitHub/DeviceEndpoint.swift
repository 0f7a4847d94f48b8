import Hummingbird
import LatchkeyOAuth

/// `/login/device`: the page where a person enters a device's user code and decides.
struct DeviceEndpoint: Sendable {
    private static let subject = "device"

    let state: SandboxState
    let pages: Pages

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("login/device") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let browser = Browser(request, state: state)
            let userCode = (try? request.queryParameters()["user_code"]) ?? nil
            return try pages.deviceCode(
                userCode: userCode ?? "", problem: nil, csrf: browser.csrf(for: Self.subject), browser: browser)
        }
        routes.post("login/device") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let browser = Browser(request, state: state)
            let form = request.isForm ? (try? request.form()) ?? [:] : [:]
            let userCode = String((form["user_code"] ?? "").prefix(20))
            do {
                guard form["action"] != nil else { return try send(userCode, csrf: form["csrf"] ?? "", browser: browser) }
                return try decide(userCode, request: request, browser: browser)
            } catch let error as SandboxError {
                return try pages.deviceCode(
                    userCode: userCode, problem: error.detail, csrf: browser.csrf(for: Self.subject), browser: browser)
            }
        }
    }

    private func send(_ userCode: String, csrf: String, browser: Browser) throws -> Response {
        guard browser.isValid(csrf: csrf, for: Self.subject) else {
            throw SandboxError(.invalidAuthorization, "The form was not made for this browser. Enter the code again.")
        }
        let (device, app) = try DeviceConsent(state: state).pending(userCode)
        let page = ConsentPage(
            provider: .github, app: app.name, people: state.withLedger { $0.people.people(at: .github) },
            chosen: browser.signedInPerson(at: .github)?.key,
            permissions: ["See your public profile"] + device.scopes.map { "\($0.meaning) (\($0.rawValue))" },
            scopes: device.scopes.map { .init(name: $0.rawValue, meaning: $0.meaning) },
            csrf: browser.csrf(for: Self.subject), hidden: [.init(name: "user_code", value: device.userCode)])
        return try pages.consent(page, browser: browser)
    }

    private func decide(_ userCode: String, request: ReceivedRequest, browser: Browser) throws -> Response {
        let form = try ConsentForm(request, subject: Self.subject, browser: browser, state: state)
        if case .add(let person) = form.action {
            browser.signIn(try state.addPerson(person).key)
            return try send(userCode, csrf: browser.csrf(for: Self.subject), browser: browser)
        }
        if let person = form.person { browser.signIn(person) }
        let isAllowed = try DeviceConsent(state: state).decide(
            userCode, person: form.person, allows: form.action == .allow, withheld: form.withheld, path: request.faultPath)
        let text = isAllowed ? "Your device is connected. You can go back to it." : "You denied access to the device."
        return try pages.done(text, browser: browser)
    }
}
