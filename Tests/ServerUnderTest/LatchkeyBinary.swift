import Foundation

/// The program that was built together with these tests.
package enum LatchkeyBinary {
    /// The folder of the program. `LATCHKEY_BINARY_FOLDER` names another, to test a release.
    package static let folder = ProcessInfo.processInfo.environment["LATCHKEY_BINARY_FOLDER"] ?? builtFolder

    /// The folder of the programs that only tests use.
    package static let builtFolder: String = {
        // The test runner, or the bundle that it loads, is in the build folder or below.
        for argument in CommandLine.arguments where argument.contains("/") {
            var folder = URL(fileURLWithPath: argument).resolvingSymlinksInPath().deletingLastPathComponent()
            while folder.path != "/" {
                if FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("latchkey").path) { return folder.path }
                folder.deleteLastPathComponent()
            }
        }
        return "."
    }()
}
