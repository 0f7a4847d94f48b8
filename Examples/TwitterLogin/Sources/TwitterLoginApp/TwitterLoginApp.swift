import Foundation
import LatchkeyAuth
import TwitterLogin

/// Signs in with Twitter on the command line, and says who signed in.
@main
struct TwitterLoginApp {
    @MainActor
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst(), environment: ProcessInfo.processInfo.environment)
            switch options.way {
            case .loopback: try await signInByLoopback(options)
            case .pin: try await signInByPIN(options)
            case .server: try await signInByServer(options)
            }
        } catch {
            FileHandle.standardError.write(Data("Not signed in. \(error)\n".utf8))
            exit(1)
        }
    }

    /// The browser comes back to a port of this machine.
    @MainActor
    private static func signInByLoopback(_ options: Options) async throws {
        let callback = try await LoopbackCallback.start(CallbackRouter(scheme: "http"))
        let service = TwitterService(try options.configuration(callback: callback.address))
        service.whenPageOpens { show($0) }
        // The port is closed however the sign-in ends.
        let outcome: Result<TwitterCredential, any Error>
        do { outcome = .success(try await service.authorize()) } catch { outcome = .failure(error) }
        await callback.stop()
        report(try outcome.get())
    }

    /// The person types what Twitter shows.
    @MainActor
    private static func signInByPIN(_ options: Options) async throws {
        let service = TwitterService(try options.configuration(callback: TwitterConfiguration.outOfBand))
        let credential = try await service.authorizeWithPIN { page in
            show(page)
            write("Type the PIN that it shows: ")
            // Nothing else is going on here, so that the main thread may wait.
            return readLine() ?? ""
        }
        report(credential)
    }

    /// The server does it, and this program has no secret.
    @MainActor
    private static func signInByServer(_ options: Options) async throws {
        guard let configuration = AuthConfiguration(environment: options.environment) else {
            throw Options.Wrong(description: "Set LATCHKEY_URL and LATCHKEY_API_KEY.")
        }
        let browser = SystemBrowser(environment: options.environment, show: write)
        let account = try await ServerMediatedSignIn(auth: Auth(configuration: configuration)).signIn(delegate: browser)
        print("user_id=\(account.userID) screen_name=\(account.screenName ?? "")")
    }

    /// Who it is; access token and secret are nobody's business.
    private static func report(_ credential: TwitterCredential) {
        print("user_id=\(credential.userID) screen_name=\(credential.screenName)")
    }

    private static func show(_ page: URL) {
        write("Open this page in a browser on this machine:\n\n    \(page.absoluteString)\n\n")
    }

    /// What is for the person goes to standard error; standard output has the result alone.
    @Sendable
    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
