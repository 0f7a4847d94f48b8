#if Sandbox
import ArgumentParser
import AsyncHTTPClient
import Foundation
import LatchkeyAuth
import LatchkeyProviders
import Logging
import NIOCore

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run and verify a complete sign-in, with a real server and mock providers.",
        discussion: "The server and its data are temporary. The exit status is 0 if all steps succeed.")

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/latchkey-demo-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var reader = SettingsReader(
            flags: ["sandbox": "true", "port": "0", "sandbox-port": "0", "data": folder], environment: [:], file: nil)
        let settings = try reader.settings()
        let (ready, announce) = AsyncStream<ReadyReport>.makeStream()
        let instance = ServerInstance(
            settings: settings,
            makeLogger: { label in Logger(label: label) { ServerLogHandler(label: $0, format: .text, level: LogLevel(.critical)) } },
            onReady: { announce.yield($0) }, reload: nil)
        let story = Story()
        let passed = try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask {
                try await instance.run()
                announce.finish()
                return nil
            }
            group.addTask {
                for await report in ready {
                    do {
                        try await Self.tell(story, report: report, folder: folder)
                    } catch {
                        Terminal.printError("\nThe demo stopped: \(Failure.text(for: error))")
                        _ = story.finish()
                        return false
                    }
                    return story.finish()
                }
                throw Failure("The server stopped before it was ready.")
            }
            defer { group.cancelAll() }
            while let outcome = try await group.next() {
                if let outcome { return outcome }
            }
            return false
        }
        if !passed { throw ExitCode.failure }
    }

    private static func tell(_ story: Story, report: ReadyReport, folder: String) async throws {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(15))
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let browser = HeadlessBrowser(client: client, story: story, person: "ada")
            story.chapter("OAuth 1.0a, leg by leg")
            story.tell("server \(report.url), sandbox \(report.sandbox?.twitter ?? "-")")
            try await TargetClient.with(CallTargets(allowing: .thisMachine), configuration: configuration) { client in
                try await TwitterLegs(
                    story: story, transport: HTTPProviderTransport(client: client), browser: browser, base: report.sandbox?.twitter ?? ""
                ).run()
            }
            let auth = Auth(
                configuration: AuthConfiguration(
                    serverURL: report.url, apiKey: report.apiKey, sessionFile: folder + "/demo-session.json"))
            try await SignInStory(story: story, auth: auth, browser: browser, server: report) { url in
                let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
                return String(buffer: try await response.body.collect(upTo: 1_048_576))
            }.run()
        }
    }
}
#endif
