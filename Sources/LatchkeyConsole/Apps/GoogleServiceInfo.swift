import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import NIOCore

/// The property list of Firebase apps, with Firebase's keys. `LATCHKEY_URL` is an addition, because Firebase's list has no server address.
struct GoogleServiceInfo {
    let app: RegisteredApp
    let project: Project
    let apiKey: APIKey
    let addresses: AppAddresses

    private var entries: [(String, String)] {
        var entries = [
            ("API_KEY", apiKey.text), ("BUNDLE_ID", app.bundleID), ("GCM_SENDER_ID", project.number), ("GOOGLE_APP_ID", app.id),
            ("LATCHKEY_URL", addresses.server.url), ("PLIST_VERSION", "1"), ("PROJECT_ID", project.id.rawValue),
        ]
        if let database = addresses.databaseURL(of: project.id) { entries.insert(("DATABASE_URL", database), at: 2) }
        return entries
    }

    var text: String {
        let lines = entries.map { "\t<key>\($0)</key>\n\t<string>\(Self.escaped($1))</string>" }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(lines.joined(separator: "\n"))
            </dict>
            </plist>

            """
    }

    var download: Response {
        var response = Response(
            status: .ok,
            headers: [
                .contentType: "application/x-plist", .contentDisposition: "attachment; filename=\"\(AppsPage.plistName)\"",
            ], body: .init(byteBuffer: ByteBuffer(string: text)))
        response.protectPage()
        return response
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
