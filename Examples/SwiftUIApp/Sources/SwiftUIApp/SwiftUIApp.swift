#if canImport(SwiftUI)
import LatchkeyAuth
import SwiftUI

@main struct SwiftUIApp: App {
    @State private var model: SignInModel

    init() {
        Auth.configure(AppSettings.configuration())
        _model = State(initialValue: SignInModel())
    }

    var body: some Scene {
        WindowGroup { RootView(model: model) }
    }
}
#else
import Foundation

@main enum SwiftUIApp {
    static func main() {
        FileHandle.standardError.write(
            Data("SwiftUI exists only on Apple platforms. See Examples/SwiftUIApp/README.md.\n".utf8))
        exit(1)
    }
}
#endif
