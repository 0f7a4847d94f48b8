import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// The body of a request to GitHub's OAuth endpoints: a form or a flat JSON object.
struct GitHubClientRequest: Sendable {
    let parameters: FormParameters
    private let basic: (id: String, secret: String)?

    /// Parses a request; throws ``GitHubRefusal`` for an unreadable body and for a repeated parameter.
    init(_ request: ReceivedRequest) throws {
        if request.isJSON {
            guard let members = try? JSONDecoder().decode([String: String?].self, from: Data(request.body)) else {
                throw GitHubRefusal.malformedBody("the body is not a JSON object of strings")
            }
            parameters = FormParameters(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value ?? "") })
        } else {
            guard let form = try? request.form() + request.queryParameters() else {
                throw GitHubRefusal.malformedBody("the form cannot be read")
            }
            parameters = form
        }
        if let name = parameters.repeatedName {
            throw GitHubRefusal.malformedBody("the parameter \(name) appears twice")
        }
        basic = request.basicCredentials.map { ($0.name, $0.password) }
    }

    /// Returns the application that sent the request; checks its secret if the flow requires one.
    ///
    /// Throws ``GitHubOAuthError`` `incorrect_client_credentials`.
    func app(in apps: AppRegister, needsSecret: Bool) throws -> SandboxApp {
        guard let id = parameters.filled("client_id") ?? basic?.id, basic == nil || basic?.id == id else {
            throw GitHubOAuthError.incorrectClientCredentials("client_id is missing, or differs from the Authorization header")
        }
        guard let app = apps.app(id, at: .github) else {
            throw GitHubOAuthError.incorrectClientCredentials("no application has this client_id")
        }
        guard needsSecret else { return app }
        let secrets = [parameters.filled("client_secret"), basic?.secret].compactMap(\.self)
        guard !secrets.isEmpty, secrets.allSatisfy({ app.secret == Secret($0) }) else {
            throw GitHubOAuthError.incorrectClientCredentials("client_secret is missing or wrong")
        }
        return app
    }
}
