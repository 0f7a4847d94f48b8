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
            Data("SwiftUI is on Apple's systems only. Examples/SwiftUIApp/README.md says what to do there.\n".utf8))
        exit(1)
    }
}
#endif
