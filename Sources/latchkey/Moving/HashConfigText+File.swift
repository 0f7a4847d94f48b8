import Foundation
import LatchkeyAdministrationAPI
import LatchkeyWire

extension HashConfigText {
    /// Numbered versions first, in order, so that a project without any assigns the same numbers.
    var inOrder: [VersionedHashing] {
        versions.sorted { ($0.key == 0 ? Int.max : $0.key) < ($1.key == 0 ? Int.max : $1.key) }
            .map { VersionedHashing(version: $0.key, parameters: $0.value) }
    }

    /// Returns JSON that `init(text:)` can read.
    func json() throws -> String {
        struct Output: Encodable {
            let hash_config: BatchCreateRequest?
            let versions: [String: BatchCreateRequest]?
        }
        let others = versions.filter { $0.key != 0 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let output = Output(
            hash_config: versions[0],
            versions: others.isEmpty ? nil : Dictionary(uniqueKeysWithValues: others.map { (String($0.key), $0.value) }))
        return String(decoding: try encoder.encode(output), as: UTF8.self) + "\n"
    }
}
