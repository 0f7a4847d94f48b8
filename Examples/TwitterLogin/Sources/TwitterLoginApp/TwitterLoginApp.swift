import Foundation
import LatchkeyAuth
import TwitterLogin

/// A command-line app that signs in with Twitter and prints the signed-in user.
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

    /// Signs in with a browser that returns to a local port.
    @MainActor
    private static func signInByLoopback(_ options: Options) async throws {
        let callback = try await LoopbackCallback.start(CallbackRouter(scheme: "http"))
        let service = TwitterService(try options.configuration(callback: callback.address))
        service.whenPageOpens { show($0) }
        // The port is closed whether or not the sign-in succeeds.
        let outcome: Result<TwitterCredential, any Error>
        do { outcome = .success(try await service.authorize()) } catch { outcome = .failure(error) }
        await callback.stop()
        report(try outcome.get())
    }

    /// Signs in with a PIN that Twitter shows and the user enters.
    @MainActor
    private static func signInByPIN(_ options: Options) async throws {
        let service = TwitterService(try options.configuration(callback: TwitterConfiguration.outOfBand))
        let credential = try await service.authorizeWithPIN { page in
            show(page)
            write("Type the PIN that it shows: ")
            // No other task is running, so the main thread may block.
            return readLine() ?? ""
        }
        report(credential)
    }

    /// Signs in through the server. This program does not have the consumer secret.
    @MainActor
    private static func signInByServer(_ options: Options) async throws {
        guard let configuration = AuthConfiguration(environment: options.environment) else {
            throw Options.Wrong(description: "Set LATCHKEY_URL and LATCHKEY_API_KEY.")
        }
        let browser = SystemBrowser(environment: options.environment, show: write)
        let account = try await ServerMediatedSignIn(auth: Auth(configuration: configuration)).signIn(delegate: browser)
        print("user_id=\(account.userID) screen_name=\(account.screenName ?? "")")
    }

    /// Prints the user id and the screen name, but not the access token and its secret.
    private static func report(_ credential: TwitterCredential) {
        print("user_id=\(credential.userID) screen_name=\(credential.screenName)")
    }

    private static func show(_ page: URL) {
        write("Open this page in a browser on this machine:\n\n    \(page.absoluteString)\n\n")
    }

    /// Writes messages for the user to standard error. Standard output contains only the result.
    @Sendable
    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
