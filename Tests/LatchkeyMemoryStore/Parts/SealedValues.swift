import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func sealedValues(of column: SealedColumn, without header: [UInt8], after last: SealedValue?, limit: Int) throws -> [SealedValue] {
        let found = sealedValues(of: column).filter { value in
            Array(value.secret.bytes.prefix(header.count)) != header && last.map { $0.key.precedes(value.key) } ?? true
        }
        return Array(found.sorted { $0.key.precedes($1.key) }.prefix(max(0, limit)))
    }

    func sealedValueCounts() throws -> [MasterKeyID: Int] {
        let values = SealedColumn.allCases.flatMap { sealedValues(of: $0) }
        return Dictionary(grouping: values) { MasterKeyID(bytes: Array($0.secret.bytes.dropFirst().prefix(4))) }.mapValues(\.count)
    }

    func replace(_ value: SealedValue, with secret: SealedSecret) throws -> Bool {
        guard sealedValues(of: value.column).contains(value) else { return false }
        func change<Row>(_ rows: WritableKeyPath<MemoryState, [Row]>, _ path: WritableKeyPath<Row, SealedSecret>) {
            for position in state[keyPath: rows].indices where state[keyPath: rows][position][keyPath: path] == value.secret {
                state[keyPath: rows][position][keyPath: path] = secret
            }
        }
        switch value.column {
        case .projectSignerKey: state.projects[value.project]?.passwordHashing.sealedSignerKey = secret
        case .providerSecret: change(\.providers, \.sealedSecret)
        case .signingKey: change(\.signingKeys, \.sealedPrivateKey)
        case .databaseSecret:
            for position in state.databaseSecrets.indices where state.databaseSecrets[position].sealed == value.secret {
                state.databaseSecrets[position].sealed = secret
            }
        case .hashParameters: change(\.hashConfigurations, \.sealedParameters)
        case .secondFactorSeed:
            for position in state.secondFactors.indices {
                if case .totp(value.secret, let step) = state.secondFactors[position].means {
                    state.secondFactors[position].means = .totp(sealedSeed: secret, lastStep: step)
                }
            }
        case .enrollmentSeed: change(\.totpEnrollments, \.sealedSeed)
        case .messageContent: change(\.outbox, \.sealedContent)
        case .flowState: change(\.flows, \.sealedState)
        case .flowResult: change(\.flowResults, \.sealedAssertion)
        case .pendingCredential: change(\.pendingCredentials, \.sealedAssertion)
        // A store in memory has no chain.
        case .eventChainKey: return false
        case .webhookSecret: change(\.webhookEndpoints, \.sealedSecret)
        case .previousWebhookSecret:
            for position in state.webhookEndpoints.indices where state.webhookEndpoints[position].sealedPrevious == value.secret {
                state.webhookEndpoints[position].sealedPrevious = secret
            }
        }
        return true
    }

    private func sealedValues(of column: SealedColumn) -> [SealedValue] {
        func value(_ project: ProjectID, _ secret: SealedSecret, _ key: SealedValue.KeyPart...) -> SealedValue {
            SealedValue(column: column, key: key, project: project, secret: secret)
        }
        return switch column {
        case .projectSignerKey: state.projects.values.map { value($0.id, $0.passwordHashing.sealedSignerKey, .text($0.id.rawValue)) }
        case .providerSecret:
            state.providers.map {
                value(
                    $0.project, $0.sealedSecret, .text($0.project.rawValue), .text($0.realm.tenant.rawValue), .text($0.provider.rawValue))
            }
        case .signingKey: state.signingKeys.map { value("", $0.sealedPrivateKey, .text($0.id)) }
        case .databaseSecret:
            state.databaseSecrets.compactMap { row in row.sealed.map { value(row.project, $0, .bytes(row.fingerprint.bytes)) } }
        case .hashParameters:
            state.hashConfigurations.map { value($0.project, $0.sealedParameters, .text($0.project.rawValue), .number($0.number)) }
        case .secondFactorSeed:
            state.secondFactors.compactMap { factor in
                guard case .totp(let seed, _) = factor.means else { return nil }
                let realm = factor.realm
                return value(
                    realm.project, seed, .text(realm.project.rawValue), .text(realm.tenant.rawValue), .text(factor.account.rawValue),
                    .text(factor.id))
            }
        case .enrollmentSeed: state.totpEnrollments.map { value($0.realm.project, $0.sealedSeed, .bytes($0.id.bytes)) }
        case .messageContent: state.outbox.map { value($0.realm.project, $0.sealedContent, .text($0.id)) }
        case .flowState: state.flows.map { value($0.realm.project, $0.sealedState, .bytes($0.id.bytes)) }
        case .flowResult: state.flowResults.map { value($0.realm.project, $0.sealedAssertion, .bytes($0.id.bytes)) }
        case .pendingCredential: state.pendingCredentials.map { value($0.realm.project, $0.sealedAssertion, .bytes($0.id.bytes)) }
        case .eventChainKey: []
        case .webhookSecret: state.webhookEndpoints.map { value($0.project, $0.sealedSecret, .text($0.id)) }
        case .previousWebhookSecret:
            state.webhookEndpoints.compactMap { row in row.sealedPrevious.map { value(row.project, $0, .text(row.id)) } }
        }
    }
}

extension [SealedValue.KeyPart] {
    /// Whether a key comes before another one of the same table.
    fileprivate func precedes(_ other: Self) -> Bool {
        for (left, right) in zip(self, other) where left != right {
            switch (left, right) {
            case (.text(let left), .text(let right)): return left.precedes(right)
            case (.number(let left), .number(let right)): return left < right
            case (.bytes(let left), .bytes(let right)): return left.lexicographicallyPrecedes(right)
            default: return false
            }
        }
        return false
    }
}
