import Foundation
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects`: the list of projects.
struct ProjectsPage: Sendable {
    let console: Console
    let projects: ProjectAdministration

    static let path = "/console/projects"

    private struct Content {
        let frame: ConsoleFrame
        let rows: [Row]
        let here: String
        let csrf: String
        let message: String?
        let id: String
        let name: String
        /// Whether the visitor can create projects.
        let isOwner: Bool
    }

    private struct Row {
        let href: String
        let name: String
        let id: String
        let created: ShownDate
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in try await show(try await console.door.visitor(request)) }
        console.action(Self.path, by: .owner, on: router) { action in
            let (id, name) = (action.form["id"] ?? "", action.form["name"] ?? "")
            do {
                let (project, _) = try await projects.create(id, name: name.isEmpty ? nil : name, by: action.author)
                return .seeOther(ConsoleSection.methods.path(in: project.id))
            } catch let refusal as SettingRefusal {
                return try await show(action.visitor, id: id, name: name, message: refusal.message)
            }
        }
    }

    private func show(_ visitor: ConsoleVisitor, id: String = "", name: String = "", message: String? = nil) async throws -> Response {
        let projects = try await console.store.read { try $0.projects() }
        return try console.page(
            "console-projects",
            Content(
                frame: try await console.frame(visitor),
                rows: projects.map {
                    Row(
                        href: ConsoleSection.users.path(in: $0.id), name: $0.displayName, id: $0.id.rawValue,
                        created: ShownDate($0.createdAt))
                }, here: Self.path, csrf: console.forms.cookie.formToken(for: visitor.browser), message: message, id: id, name: name,
                isOwner: visitor.role >= .owner), status: message == nil ? .ok : .badRequest)
    }
}
