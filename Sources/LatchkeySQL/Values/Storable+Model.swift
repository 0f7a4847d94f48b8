import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Storable where Self: RawRepresentable, RawValue == String {
    package var stored: StoredValue { .text(rawValue) }

    package init?(stored: StoredValue) {
        guard case .text(let text) = stored else { return nil }
        self.init(rawValue: text)
    }
}

extension ProjectID: Storable {}
extension TenantID: Storable {}
extension AccountID: Storable {}
extension ProviderID: Storable {}
extension ConsoleRole: Storable {}
extension SessionID: Storable {}
extension RegisteredApp.Platform: Storable {}
extension SigningKey.Algorithm: Storable {}
extension SigningKey.Purpose: Storable {}
extension AuthEvent.Kind: Storable {}
extension AuthEvent.Outcome: Storable {}
extension SecondFactor.Kind: Storable {}
extension OneTimeCode.Kind: Storable {}
extension OutboxMessage.Channel: Storable {}
extension OutboxMessage.Kind: Storable {}
extension OutboxMessage.State: Storable {}
extension PasskeyChallenge.Purpose: Storable {}
extension UserEvent: Storable {}
extension WebhookDelivery.State: Storable {}

extension UTCDay: Storable {
    package var stored: StoredValue { .integer(Int64(number)) }

    package init?(stored: StoredValue) {
        guard case .integer(let number) = stored else { return nil }
        self.init(number: Int(number))
    }
}

extension EmailAddress: Storable {
    package var stored: StoredValue { .text(text) }

    package init?(stored: StoredValue) {
        // An address that is not normalized would never be found.
        guard case .text(let text) = stored, let address = EmailAddress.stored(text), address.text == text else { return nil }
        self = address
    }
}

extension PhoneNumber: Storable {
    package var stored: StoredValue { .text(text) }

    package init?(stored: StoredValue) {
        guard case .text(let text) = stored, let number = PhoneNumber(text), number.text == text else { return nil }
        self = number
    }
}

extension Fingerprint: Storable {
    package var stored: StoredValue { .blob(bytes) }

    package init?(stored: StoredValue) {
        guard case .blob(let bytes) = stored, bytes.count == 32 else { return nil }
        self.init(bytes: bytes)
    }
}

extension SealedSecret: Storable {
    package var stored: StoredValue { .blob(bytes) }

    package init?(stored: StoredValue) {
        guard case .blob(let bytes) = stored else { return nil }
        self.init(bytes: bytes)
    }
}

/// Texts in one column, stored as a JSON array.
package struct StoredTexts: Storable {
    package let texts: [String]

    // Most lists are empty, and a list is part of each session, account and provider.
    private static let empty = "[]"

    package init(_ texts: [String]) {
        self.texts = texts
    }

    package var stored: StoredValue {
        if texts.isEmpty { return .text(Self.empty) }
        guard let json = try? JSONEncoder().encode(texts) else { preconditionFailure("texts always have a JSON form") }
        return .text(String(decoding: json, as: UTF8.self))
    }

    package init?(stored: StoredValue) {
        if case .text(Self.empty) = stored {
            texts = []
            return
        }
        guard case .text(let json) = stored, let texts = try? JSONDecoder().decode([String].self, from: Data(json.utf8)) else {
            return nil
        }
        self.texts = texts
    }
}

/// Named settings in one column, stored as a JSON object.
package struct StoredParameters: Storable {
    package let values: [ProviderParameter: String]

    package init(_ values: [ProviderParameter: String]) {
        self.values = values
    }

    package var stored: StoredValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })) else {
            preconditionFailure("texts always have a JSON form")
        }
        return .text(String(decoding: json, as: UTF8.self))
    }

    package init?(stored: StoredValue) {
        guard case .text(let json) = stored, let texts = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8)) else {
            return nil
        }
        values = Dictionary(uniqueKeysWithValues: texts.map { (ProviderParameter(rawValue: $0.key), $0.value) })
    }
}
