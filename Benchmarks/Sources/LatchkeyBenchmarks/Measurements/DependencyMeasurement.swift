import Foundation

/// Measures the cost of a dependency on the client in packages, build time, and size, compared with the same program without it.
enum DependencyMeasurement {
    private struct Cost {
        var resolve = 0.0
        var build = 0.0
        var debugBytes = 0
        var releaseBytes = 0
    }

    /// A package in the output of `swift package show-dependencies`.
    private struct Package: Decodable {
        let identity: String
        let url: String
        let dependencies: [Package]

        var all: [Package] { dependencies + dependencies.flatMap(\.all) }
        /// Whether the package is from the Swift project, which uses two GitHub organizations.
        var isOfSwiftItself: Bool { url.contains("/apple/") || url.contains("/swiftlang/") }
    }

    static func run(_ setting: Setting) throws -> Section {
        let plain = try program("Plain", in: setting, dependency: "", product: "", source: #"print("Hello")"#)
        let client = try program(
            "Client", in: setting, dependency: #".package(name: "latchkey", path: "\#(setting.checkout)", traits: [])"#,
            product: #".product(name: "LatchkeyAuth", package: "latchkey")"#,
            source: """
                import LatchkeyAuth

                print(Auth.auth().currentUser?.uid ?? "Nobody is signed in.")
                """)
        let told = try swift(["package", "show-dependencies", "--format", "json"], in: client)
        let package = try JSONDecoder().decode(Package.self, from: Data(told.drop { $0 != "{" }.utf8))
        // Latchkey itself has the name of the folder that it is in.
        let others = package.all.filter { $0.url != setting.checkout }
        return section(plain: try cost(of: plain), client: try cost(of: client), packages: others)
    }

    /// Creates an executable package with one source file.
    private static func program(
        _ name: String, in setting: Setting, dependency: String, product: String, source: String
    ) throws -> String {
        let folder = setting.folder + "/" + name
        try FileManager.default.createDirectory(atPath: folder + "/Sources/Program", withIntermediateDirectories: true)
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "\(name)",
                platforms: [.macOS(.v15)],
                dependencies: [\(dependency)],
                targets: [.executableTarget(name: "Program", dependencies: [\(product)])])
            """
        try manifest.write(toFile: folder + "/Package.swift", atomically: true, encoding: .utf8)
        try (source + "\n").write(toFile: folder + "/Sources/Program/main.swift", atomically: true, encoding: .utf8)
        return folder
    }

    private static func cost(of folder: String) throws -> Cost {
        var cost = Cost()
        try? FileManager.default.removeItem(atPath: folder + "/.build")
        cost.resolve = try time { try swift(["package", "resolve"], in: folder) }
        cost.build = try time { try swift(["build"], in: folder) }
        cost.debugBytes = try size(of: folder + "/.build/debug/Program")
        try swift(["build", "--configuration", "release", "--static-swift-stdlib"], in: folder)
        cost.releaseBytes = try size(of: folder + "/.build/release/Program")
        return cost
    }

    @discardableResult
    private static func swift(_ arguments: [String], in folder: String) throws -> String {
        try ChildProgram.run("/usr/bin/env", ["swift", arguments[0], "--package-path", folder] + arguments.dropFirst())
    }

    private static func time(_ body: () throws -> String) throws -> Double {
        let begin = ContinuousClock.now
        _ = try body()
        return begin.duration(to: .now).inSeconds
    }

    private static func size(of program: String) throws -> Int {
        let stripped = program + ".stripped"
        try ChildProgram.run("/usr/bin/env", ["strip", "-o", stripped, program])
        return try FileManager.default.attributesOfItem(atPath: stripped)[.size] as? Int ?? 0
    }

    private static func section(plain: Cost, client: Cost, packages: [Package]) -> Section {
        let foreign = Set(packages.filter { !$0.isOfSwiftItself }.map(\.identity)).sorted()
        let own = Set(packages.filter(\.isOfSwiftItself).map(\.identity)).sorted()
        var section = Section(
            title: "LatchkeyAuth as a dependency",
            introduction: """
                A program of one line on Linux, without the client and with it (`traits: []`), built from nothing on all \(Machine.coreCount) \
                cores. Resolving finds the packages in SwiftPM's cache. Sizes are of stripped program files; the release build has Swift's own \
                libraries within, of which Foundation's data are the most.
                """,
            columns: ["", "empty program", "with LatchkeyAuth"])
        func row(_ name: String, _ value: (Cost) -> String) {
            section.rows.append(.init(name, value(plain), value(client)))
        }
        func mebibytes(_ bytes: Int) -> String { (Double(bytes) / 1_048_576).digits(1) + " MiB" }
        row("resolve") { $0.resolve.time }
        row("clean debug build") { $0.build.time }
        row("program file, debug") { mebibytes($0.debugBytes) }
        row("program file, release, static") { mebibytes($0.releaseBytes) }
        section.rows.append(.init("packages of Swift's own", "0", String(own.count)))
        section.rows.append(.init("other packages", "0", String(foreign.count)))
        section.goals = [
            .atMost(2, Double(foreign.count), "at most two packages besides Swift's own", measured: foreign.joined(separator: ", "))
        ]
        section.remarks = [
            """
            Swift's own are \(own.joined(separator: ", ")). The others are of Swift's working group for servers and are compiled on Linux alone; \
            on Apple's systems the client uses URLSession.
            """
        ]
        return section
    }
}
