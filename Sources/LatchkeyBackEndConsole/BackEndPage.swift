import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The pages of the section “Back ends”.
enum BackEndPage: String, CaseIterable {
    case serviceAccounts = ""
    case webhooks = "/webhooks"
    case hooks = "/hooks"
    case secrets = "/secrets"

    var name: String {
        switch self {
        case .serviceAccounts: "Service accounts"
        case .webhooks: "Webhooks"
        case .hooks: "Blocking functions"
        case .secrets: "Database secrets"
        }
    }

    var route: String { "/console/projects/:project/\(ConsoleSection.backEnds.rawValue)" + rawValue }

    func path(in project: ProjectID) -> String { ConsoleSection.backEnds.path(in: project) + rawValue }
}

/// What all pages of the section show: its tabs, and the result of a form.
struct BackEndHead {
    struct Tab {
        let name: String
        let href: String
        let current: Bool
    }

    let tabs: [Tab]
    let here: String
    let csrf: String
    let isOwner: Bool
    /// The sign-in page, if the visitor has to sign in again before a grave action.
    let signIn: String?
    let message: String?
    let done: String?

    /// - Parameter here: The path of a page below a tab.
    init(
        _ page: BackEndPage, _ visitor: ConsoleVisitor, of project: Project, in console: Console, at here: String? = nil,
        message: String? = nil, done: String? = nil
    ) {
        tabs = BackEndPage.allCases.filter { console.hasDatabases || $0 != .secrets }.map {
            Tab(name: $0.name, href: $0.path(in: project.id), current: $0 == page)
        }
        self.here = here ?? page.path(in: project.id)
        csrf = console.forms.cookie.formToken(for: visitor.browser)
        isOwner = visitor.role >= .owner
        signIn = isOwner ? console.signInAgain(visitor, for: self.here) : nil
        self.message = message
        self.done = done
    }
}

/// The result of a form as an error on its page.
struct RefusedForm: Error {
    let message: String

    /// - Returns: `nil` for an error that is not about the input.
    init?(_ error: any Error) {
        switch error {
        case let refusal as SettingRefusal: message = refusal.message
        case ActRefusal.conflict(let text), ActRefusal.alreadyDone(let text): message = text
        case ActRefusal.changedMeanwhile: message = ActRefusal.changedMeanwhile.description
        default: return nil
        }
    }

    /// Executes an act, and returns the response of another one if its input was refused.
    static func catching(
        _ act: () async throws -> Response, refused: (String) async throws -> Response
    ) async throws -> Response {
        do {
            return try await act()
        } catch {
            guard let refusal = RefusedForm(error) else { throw error }
            return try await refused(refusal.message)
        }
    }
}

extension ConsoleVisitor {
    /// Returns a URL as the visitor may see it: for administrators who cannot change it only its origin, because the rest can contain a
    /// token.
    func shown(_ url: String) -> String {
        role >= .owner ? url : (WebOrigin(url)?.text ?? "") + "/…"
    }
}
