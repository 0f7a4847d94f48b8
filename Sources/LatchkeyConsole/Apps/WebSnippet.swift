import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// The setup code of a web app: the Firebase configuration object, and the call that points the SDK to this server.
struct WebSnippet {
    let text: String

    init(project: Project, apiKey: APIKey, app: RegisteredApp?, _ addresses: AppAddresses) {
        var lines = [("apiKey", apiKey.text), ("authDomain", Self.authority(of: addresses.server.url)), ("projectId", project.id.rawValue)]
        if let app { lines.append(("appId", app.id)) }
        if let database = addresses.databaseURL(of: project.id) { lines.append(("databaseURL", database)) }
        let members = lines.map { "  \($0): \(Self.quoted($1))," }.joined(separator: "\n")
        text = """
            import { initializeApp } from "firebase/app";
            import { connectAuthEmulator, getAuth } from "firebase/auth";

            const firebaseConfig = {
            \(members)
            };
            const auth = getAuth(initializeApp(firebaseConfig));
            connectAuthEmulator(auth, \(Self.quoted(addresses.server.url)), { disableWarnings: true });
            """
    }

    private static func authority(of url: String) -> String {
        String(url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" })
    }

    /// Quotes a value. The values contain only letters, digits and URL characters; escaping is a safeguard.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
