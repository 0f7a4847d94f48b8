#if !Sandbox
import ArgumentParser
import LatchkeyIdentity
import ServiceLifecycle

/// The mock providers, which this build does not contain: nothing can create a value of this type.
struct Sandbox: Service {
    static let problem = "is not in this build."
    static let remedy = "Build with the trait Sandbox: swift build --product latchkey --traits Sandbox"
    static let missing = Failure("The sandbox \(problem) \(remedy)")

    private init() {}

    func run() async throws {}
}

extension ServerInstance {
    func makeSandbox() throws -> Sandbox { throw Sandbox.missing }

    func connect(
        _ sandbox: Sandbox, to project: ProjectID, store: any AccountStore, sealer: Sealer
    ) async throws -> ReadyReport.SandboxAddresses { throw Sandbox.missing }
}

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sandbox", abstract: "Not in this build.", shouldDisplay: false)
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() async throws { throw Sandbox.missing }
}

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Not in this build.", shouldDisplay: false)
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() async throws { throw Sandbox.missing }
}
#endif
