import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func isBeingRemoved(_ project: ProjectID) -> Bool {
        state.removedProjects[project].map { $0.finishedAt == nil } ?? false
    }

    func removedProjects() throws -> [RemovedProject] {
        state.removedProjects.values.sorted { $0.id.rawValue.precedes($1.id.rawValue) }
    }

    func accountReferences(of project: ProjectID, limit: Int) throws -> [AccountReference] {
        state.accounts.values.filter { $0.realm.project == project }.prefix(max(0, limit)).map { AccountReference($0.id, in: $0.realm) }
    }

    func accountCount(of project: ProjectID) throws -> Int { state.accounts.values.count { $0.realm.project == project } }

    func hasErasure(of account: AccountID, in project: ProjectID) throws -> Bool {
        state.erasures.contains { $0.account == account && $0.realm.project == project }
    }

    func hasErasures(in project: ProjectID) throws -> Bool { state.erasures.contains { $0.realm.project == project } }

    func beginRemoval(of project: ProjectID, at now: Date) throws -> Bool {
        guard try self.project(project) != nil else { return false }
        changesConfiguration = true
        state.removedProjects[project] = RemovedProject(id: project, removedAt: now)
        return true
    }

    func removeRows(of project: ProjectID, limit: Int) throws -> Int {
        changesConfiguration = true
        var count = 0
        func remove<Row>(_ rows: WritableKeyPath<MemoryState, [Row]>, _ owner: (Row) -> ProjectID) {
            while count < limit, let found = state[keyPath: rows].firstIndex(where: { owner($0) == project }) {
                state[keyPath: rows].remove(at: found)
                count += 1
            }
        }
        remove(\.apiKeys) { $0.project }
        remove(\.apps) { $0.project }
        remove(\.providers) { $0.realm.project }
        remove(\.samlConfigurations) { $0.realm.project }
        let emails = Set(state.serviceAccounts.filter { $0.project == project }.map(\.email))
        state.accessTokens.removeAll { emails.contains($0.serviceAccount) }
        remove(\.serviceAccounts) { $0.project }
        remove(\.databaseSecrets) { $0.project }
        remove(\.tenants) { $0.project }
        remove(\.hashConfigurations) { $0.project }
        remove(\.messageTemplates) { $0.project }
        remove(\.passkeyChallenges) { $0.realm.project }
        remove(\.oneTimeCodes) { $0.realm.project }
        remove(\.phoneCodes) { $0.realm.project }
        remove(\.phoneProofs) { $0.realm.project }
        remove(\.flows) { $0.realm.project }
        remove(\.flowResults) { $0.realm.project }
        remove(\.pendingCredentials) { $0.realm.project }
        remove(\.outbox) { $0.realm.project }
        let endpoints = Set(state.webhookEndpoints.filter { $0.project == project }.map(\.id))
        state.webhookDeliveries.removeAll { endpoints.contains($0.endpoint) }
        remove(\.webhookEndpoints) { $0.project }
        state.messageSettings[project] = nil
        state.lastHashConfigurations[project] = nil
        state.lastLegacyNumbers[project] = nil
        state.activeAccounts[project] = nil
        return count
    }

    func removeWritePaths(of project: ProjectID, limit: Int) throws -> Int {
        let found = state.events.indices.filter { index in
            let event = state.events[index].event
            return event.realm.project == project && event.kind == .writeData && event.reason != nil
        }.prefix(max(0, limit))
        for index in found {
            let (position, event) = (state.events[index].position, state.events[index].event)
            state.events[index] = RecordedEvent(
                position: position,
                event: AuthEvent(
                    at: event.at, realm: event.realm, kind: event.kind, outcome: event.outcome, actor: event.actor, subject: event.subject,
                    session: event.session, method: event.method, address: event.address))
        }
        return found.count
    }

    func endRemoval(of project: ProjectID, at now: Date) throws -> Bool {
        guard isBeingRemoved(project), let removed = state.removedProjects[project], try !hasErasures(in: project),
            try accountReferences(of: project, limit: 1).isEmpty
        else { return false }
        while try removeRows(of: project, limit: 1000) > 0 {}
        state.projects[project] = nil
        state.removedProjects[project] = RemovedProject(id: project, removedAt: removed.removedAt, finishedAt: now)
        return true
    }

    func forgetRemovedProject(_ project: ProjectID) throws {
        guard state.removedProjects[project]?.finishedAt != nil, !state.events.contains(where: { $0.event.realm.project == project }) else {
            return
        }
        state.removedProjects[project] = nil
    }
}
