import Foundation
package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWire

extension BatchCreateRequest {
    /// Creates hash parameters in the format of Identity Toolkit. They include the signer key, so return them only to callers that may
    /// export it.
    package init(_ parameters: HashParameters) {
        func text(_ bytes: [UInt8]?) -> String? { bytes.flatMap { $0.isEmpty ? nil : Data($0).base64EncodedString() } }
        self.init(
            hashAlgorithm: parameters.algorithm.rawValue, signerKey: text(parameters.signerKey?.expose()),
            saltSeparator: text(parameters.saltSeparator), rounds: parameters.rounds, memoryCost: parameters.memoryCost,
            cpuMemCost: parameters.cpuMemoryCost, parallelization: parameters.parallelization, blockSize: parameters.blockSize,
            dkLen: parameters.derivedKeyBytes, passwordHashOrder: parameters.order?.rawValue,
            argon2Parameters: parameters.argon2.map { argon2 in
                WireArgon2Parameters(
                    hashLengthBytes: argon2.hashBytes, hashType: argon2.kind.rawValue, parallelism: argon2.parallelism,
                    iterations: argon2.iterations, memoryCostKib: argon2.memoryKiB, version: argon2.version.rawValue,
                    associatedData: text(argon2.associatedData))
            })
    }
}
