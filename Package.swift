// swift-tools-version: 6.2
import PackageDescription

// A folder of Sources/ is a module of the same name; modules that only tests use are in Tests/. A module may import modules earlier in this
// list only, and every import is declared: the build runs with `--explicit-target-dependency-import-check error`.

// An app that uses only the client writes `traits: []` and does not fetch the server's dependencies: SwiftPM does not fetch a package that
// is used only under a disabled trait.
func serverOnly(_ product: String, package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

let argumentParser = serverOnly("ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let basicContainers = Target.Dependency.product(name: "BasicContainers", package: "swift-collections")
let configuration = serverOnly("Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = serverOnly("GRDB", package: "GRDB.swift")
let grdbSQLite = serverOnly("GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = serverOnly("Hummingbird", package: "hummingbird")
let hummingbirdCore = serverOnly("HummingbirdCore", package: "hummingbird")
let hummingbirdTesting = serverOnly("HummingbirdTesting", package: "hummingbird")
let hummingbirdTLS = serverOnly("HummingbirdTLS", package: "hummingbird")
// Back ends that verify tokens need it too.
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["Server", "Verifier"]))
let logging = serverOnly("Logging", package: "swift-log")
let mustache = serverOnly("Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTP2 = serverOnly("NIOHTTP2", package: "swift-nio-http2")
let nioHTTPTypes = serverOnly("NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = serverOnly("NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTPTypesHTTP2 = serverOnly("NIOHTTPTypesHTTP2", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = serverOnly("NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let serviceLifecycle = serverOnly("ServiceLifecycle", package: "swift-service-lifecycle")
let subprocess = serverOnly("Subprocess", package: "swift-subprocess")
let swiftASN1 = serverOnly("SwiftASN1", package: "swift-asn1")
let unixSignals = serverOnly("UnixSignals", package: "swift-service-lifecycle")
let x509 = serverOnly("X509", package: "swift-certificates")
let yams = serverOnly("Yams", package: "Yams")

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "LatchkeyOAuth", targets: ["LatchkeyOAuth", "LatchkeySecrets"]),
        .library(name: "LatchkeyRules", targets: ["LatchkeyRules", "LatchkeyTree"]),
        .library(name: "LatchkeyAuth", targets: ["LatchkeyAuth"]),
        .library(name: "LatchkeyDatabase", targets: ["LatchkeyDatabase", "LatchkeyAuth"]),
        .library(name: "LatchkeyFirebase2", targets: ["LatchkeyFirebase2", "LatchkeyAuth"]),
        .library(name: "LatchkeySimpleLogin", targets: ["LatchkeySimpleLogin", "LatchkeyFirebase2", "LatchkeyAuth"]),
        .library(name: "LatchkeyVerifier", targets: ["LatchkeyVerifier"]),
        .library(name: "LatchkeySandbox", targets: ["LatchkeySandbox"]),
        .library(name: "LatchkeyMail", targets: ["LatchkeyMail"]),
        .library(
            name: "LatchkeyServer",
            targets: [
                "LatchkeyServer", "LatchkeyConsole", "LatchkeyBackEndConsole", "LatchkeyDatabaseConsole", "LatchkeyEmulator",
                "LatchkeyAdministrationAPI", "LatchkeyDatabaseAPI",
                "LatchkeySignInPages", "LatchkeyProviders", "LatchkeyNodes", "LatchkeyWeb", "LatchkeySignInFlow", "LatchkeyIdentity",
                "LatchkeySQL", "LatchkeySQLite", "LatchkeySecrets",
            ]),
        .executable(name: "latchkey", targets: ["latchkey"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server and its command. Apps that only sign in switch it off."),
        .trait(
            name: "Sandbox", description: "The mock providers in the command: `serve --sandbox`, `sandbox` and `demo`.",
            enabledTraits: ["Server"]),
        .trait(
            name: "Legacy", description: "The server's routes for original clients of Simple Login and Firebase 2.x.",
            enabledTraits: ["Server"]),
        .trait(name: "Verifier", description: "What back ends check tokens with. It comes with Server."),
        .default(enabledTraits: ["Server", "Sandbox", "Legacy"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // Pure: no I/O.
        .target(name: "LatchkeySecrets", dependencies: [crypto]),
        .target(name: "LatchkeyOAuth", dependencies: ["LatchkeySecrets", crypto, cryptoExtras, httpTypes]),
        .target(name: "LatchkeyWire", dependencies: ["LatchkeySecrets"]),
        .target(name: "LatchkeyTree", dependencies: [basicContainers, crypto]),
        .target(name: "LatchkeyTracing"),
        .target(name: "LatchkeyRules", dependencies: ["LatchkeyTree"]),
        .systemLibrary(
            name: "CLatchkeyXCrypt", pkgConfig: "libxcrypt", providers: [.apt(["libcrypt-dev"])]),
        .systemLibrary(
            name: "CLatchkeyArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]),
        .systemLibrary(name: "CLatchkeyCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "LatchkeyIdentity",
            dependencies: [
                // Apps that only sign users in do not look for them.
                .target(name: "CLatchkeyCrypto", condition: .when(platforms: [.linux], traits: ["Server"])),
                .target(name: "CLatchkeyXCrypt", condition: .when(platforms: [.linux], traits: ["Server"])),
                .target(name: "CLatchkeyArgon2", condition: .when(platforms: [.linux], traits: ["Server"])),
                "LatchkeySecrets", "LatchkeyTracing", crypto, cryptoExtras, jwtKit, swiftASN1, x509,
            ]),

        // Modules with state.
        .target(name: "LatchkeyRealtime", dependencies: ["LatchkeyRules", "LatchkeyTree"]),

        // Pure: the sign-in with a provider, from its start to its return to the app.
        .target(
            name: "LatchkeySignInFlow", dependencies: ["LatchkeyIdentity", "LatchkeyOAuth", "LatchkeySecrets"]),

        // The templates, style sheets and scripts of the server's pages.
        .target(name: "CLatchkeyPages", exclude: ["Assets", "Console", "Docs", "SignIn", "WebFlow"]),

        .target(name: "LatchkeySQL", dependencies: ["LatchkeyIdentity", "LatchkeySecrets", "LatchkeyTree", crypto]),

        // Server-side I/O.
        .systemLibrary(name: "CLatchkeySQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "LatchkeySQLite",
            dependencies: [
                "CLatchkeySQLite", "LatchkeyIdentity", "LatchkeySecrets", "LatchkeySQL", "LatchkeyTracing", grdb, grdbSQLite,
            ]),
        .target(
            name: "LatchkeyPostgres",
            dependencies: ["LatchkeyIdentity", "LatchkeySecrets", "LatchkeySQL", "LatchkeyTracing", "LatchkeyTree", crypto]),
        .target(
            name: "LatchkeyMail",
            dependencies: [
                "LatchkeyIdentity", "LatchkeySecrets", "LatchkeyTracing",
                asyncHTTPClient, crypto, logging, mustache, nioCore, nioHTTP1, nioPosix, nioSSL, nioTLS, serviceLifecycle, swiftASN1, x509,
            ]),
        .target(
            name: "LatchkeyAudit",
            dependencies: ["LatchkeyIdentity", "LatchkeySecrets", asyncHTTPClient, logging, nioCore, nioHTTP1, serviceLifecycle]),
        .target(
            name: "LatchkeyBackup",
            dependencies: ["LatchkeySecrets", asyncHTTPClient, crypto, cryptoExtras, nioCore, nioHTTP1]),
        .target(
            name: "LatchkeyACME",
            dependencies: ["LatchkeySecrets", asyncHTTPClient, crypto, nioCore, nioHTTP1, swiftASN1, x509]),
        .target(
            name: "LatchkeyWeb",
            dependencies: [
                "CLatchkeyPages", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeyTracing", "LatchkeyWire",
                httpTypes, hummingbird, hummingbirdCore, logging, mustache, nioCore, nioHTTP1, nioHTTP2, nioHTTPTypes, nioHTTPTypesHTTP1,
                nioHTTPTypesHTTP2, nioPosix, nioSSL, nioTLS, serviceLifecycle,
            ]),
        .target(
            name: "LatchkeyProviders",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeySignInFlow", "LatchkeyTracing", "LatchkeyWeb",
                "LatchkeyWire",
                asyncHTTPClient, crypto, httpTypes, logging, nioCore, nioHTTP1,
            ]),
        .target(
            name: "LatchkeyAccountAPI",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders", "LatchkeySecrets", "LatchkeySignInFlow", "LatchkeyWeb",
                "LatchkeyWire",
                httpTypes, hummingbird,
            ]),
        .target(
            name: "LatchkeySignInPages",
            dependencies: [
                "LatchkeyAccountAPI", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders", "LatchkeySecrets", "LatchkeySignInFlow",
                "LatchkeyWeb",
                "LatchkeyWire",
                httpTypes, hummingbird, logging, nioCore,
            ]),
        .target(
            name: "LatchkeyLegacyAPI",
            dependencies: [
                "LatchkeyAccountAPI", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders", "LatchkeyRules", "LatchkeySecrets",
                "LatchkeySignInFlow",
                "LatchkeyWeb",
                crypto, httpTypes, hummingbird, logging,
            ]),
        .target(
            name: "LatchkeyNodes",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyRealtime", "LatchkeyRules", "LatchkeySecrets", "LatchkeyTree", "LatchkeyWeb", "LatchkeyWire",
                asyncHTTPClient, crypto, httpTypes, hummingbird, logging, nioCore, nioHTTP1, nioHTTPTypesHTTP1, nioPosix, nioSSL,
                serviceLifecycle,
            ]),
        .target(
            name: "LatchkeyDatabaseAPI",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyNodes", "LatchkeyRealtime", "LatchkeyRules", "LatchkeySecrets", "LatchkeyTracing",
                "LatchkeyTree", "LatchkeyWeb", "LatchkeyWire",
                httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioWebSocket,
                serviceLifecycle,
            ]),
        .target(
            name: "LatchkeyAdministrationAPI",
            dependencies: [
                "LatchkeyAccountAPI", "LatchkeyDatabaseAPI", "LatchkeyIdentity", "LatchkeyNodes", "LatchkeyOAuth", "LatchkeyProviders",
                "LatchkeyRealtime", "LatchkeySecrets", "LatchkeySignInFlow", "LatchkeyTree", "LatchkeyWeb", "LatchkeyWire",
                httpTypes, hummingbird,
            ]),
        .target(
            name: "LatchkeyEmulator",
            dependencies: [
                "LatchkeyAccountAPI", "LatchkeyAdministrationAPI", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders",
                "LatchkeySecrets", "LatchkeySignInFlow", "LatchkeySignInPages", "LatchkeyWeb", "LatchkeyWire",
                httpTypes, hummingbird, logging, nioCore,
            ]),
        .target(
            name: "LatchkeyConsole",
            dependencies: [
                "LatchkeyAccountAPI", "LatchkeyAdministrationAPI", "LatchkeyDatabaseAPI", "LatchkeyIdentity", "LatchkeyOAuth",
                "LatchkeyProviders", "LatchkeySecrets", "LatchkeySignInPages", "LatchkeyTree", "LatchkeyWeb", "LatchkeyWire",
                httpTypes, hummingbird, logging, nioCore,
            ]),
        .target(
            name: "LatchkeyDatabaseConsole",
            dependencies: [
                "LatchkeyConsole", "LatchkeyDatabaseAPI", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyRealtime", "LatchkeyRules",
                "LatchkeySecrets", "LatchkeyTree", "LatchkeyWeb",
                httpTypes, hummingbird, nioCore, serviceLifecycle,
            ]),
        .target(
            name: "LatchkeyBackEndConsole",
            dependencies: [
                "LatchkeyAdministrationAPI", "LatchkeyConsole", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeyWeb",
                httpTypes, hummingbird,
            ]),
        .target(
            name: "LatchkeyServer",
            dependencies: [
                .target(name: "LatchkeyLegacyAPI", condition: .when(traits: ["Legacy"])),
                "LatchkeyAccountAPI", "LatchkeyAdministrationAPI", "LatchkeyBackEndConsole", "LatchkeyConsole", "LatchkeyDatabaseAPI",
                "LatchkeyDatabaseConsole", "LatchkeyEmulator",
                "LatchkeyIdentity", "LatchkeyNodes", "LatchkeyProviders", "LatchkeyRealtime", "LatchkeySecrets", "LatchkeySignInPages",
                "LatchkeyTree",
                "LatchkeyWeb", "LatchkeyWire",
                httpTypes, hummingbird,
            ]),
        .target(
            name: "LatchkeySandbox",
            dependencies: [
                "LatchkeyOAuth", "LatchkeySecrets",
                crypto, cryptoExtras, httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS, logging, mustache, nioCore,
                nioSSL, serviceLifecycle, swiftASN1, x509,
            ]),

        // Client-side I/O.
        .target(
            name: "LatchkeyAuth",
            dependencies: [
                "LatchkeyOAuth", "LatchkeySecrets", "LatchkeyWire",
                crypto, httpTypes, nioCore, nioHTTP1, nioPosix,
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(platforms: [.linux])),
            ]),

        .target(
            name: "LatchkeyDatabase",
            dependencies: [
                "LatchkeyAuth", "LatchkeySecrets", "LatchkeyTree", "LatchkeyWire",
                nioCore, nioHTTP1, nioPosix, nioWebSocket,
                // AsyncHTTPClient depends on the package in any case.
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(platforms: [.linux])),
            ]),

        // The names of earlier generations, on top of the two clients.
        .target(
            name: "LatchkeyFirebase2", dependencies: ["LatchkeyAuth", "LatchkeyDatabase", "LatchkeySecrets", "LatchkeyWire", crypto]),
        .target(name: "LatchkeySimpleLogin", dependencies: ["LatchkeyAuth", "LatchkeyFirebase2"]),

        .target(
            name: "LatchkeyVerifier",
            dependencies: [
                "LatchkeySecrets", jwtKit, nioCore, nioHTTP1,
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(platforms: [.linux])),
            ]),

        // The version of the program, which Scripts/build-release sets.
        .target(
            name: "CLatchkeyVersion",
            cSettings: Context.environment["LATCHKEY_VERSION"].map { [.define("LATCHKEY_VERSION", to: "\"\($0)\"")] } ?? []),

        // The only module that assembles everything.
        .executableTarget(
            name: "latchkey",
            dependencies: [
                .target(name: "LatchkeyAuth", condition: .when(traits: ["Sandbox"])),
                .target(name: "LatchkeySandbox", condition: .when(traits: ["Sandbox"])),
                "CLatchkeyVersion", "LatchkeyACME", "LatchkeyAdministrationAPI", "LatchkeyAudit", "LatchkeyBackup", "LatchkeyConsole",
                "LatchkeyDatabaseAPI",
                "LatchkeyEmulator",
                "LatchkeyIdentity", "LatchkeyMail", "LatchkeyNodes", "LatchkeyOAuth", "LatchkeyPostgres", "LatchkeyProviders",
                "LatchkeyRealtime", "LatchkeyRules", "LatchkeySQL", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyServer",
                "LatchkeySignInPages", "LatchkeyTracing", "LatchkeyTree", "LatchkeyWeb", "LatchkeyWire",
                argumentParser, asyncHTTPClient, configuration, crypto, httpTypes, hummingbird, hummingbirdCore, jwtKit,
                logging, nioCore, nioEmbedded, nioHTTP1, nioPosix, nioSSL, serviceLifecycle, unixSignals, yams,
            ]),

        // For tests: helpers of several test targets, a store of accounts in memory, and the suites that stores must pass. They are test targets
        // without tests, so that `swift build` does not compile them.
        .testTarget(
            name: "LatchkeyTestSupport",
            dependencies: ["LatchkeyIdentity", "LatchkeyOAuth", "LatchkeySecrets", crypto, httpTypes]),
        .testTarget(name: "LatchkeyMemoryStore", dependencies: ["LatchkeyIdentity", "LatchkeySecrets"]),
        .testTarget(
            name: "LatchkeyStoreContract",
            dependencies: ["LatchkeyIdentity", "LatchkeySecrets", "LatchkeyTestSupport", "LatchkeyTree"]),
        .testTarget(
            name: "LatchkeyServerTestSupport",
            dependencies: [
                "LatchkeyConsole", "LatchkeyDatabaseAPI", "LatchkeyEmulator", "LatchkeyIdentity", "LatchkeyOAuth",
                "LatchkeyProviders", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyServer", "LatchkeySignInPages",
                "LatchkeyTestSupport", "LatchkeyTree", "LatchkeyWeb",
                crypto, httpTypes, hummingbird, hummingbirdTesting, nioCore,
            ]),
        .testTarget(
            name: "ServerUnderTest",
            dependencies: ["LatchkeyAuth", "LatchkeyFirebase2", asyncHTTPClient, httpTypes, nioCore, nioHTTP1, subprocess]),
        .executableTarget(
            name: "DatabaseVisitor", dependencies: ["LatchkeyAuth", "LatchkeyDatabase"], path: "Tests/DatabaseVisitor"),

        // Examples that are also separate packages.
        .target(
            name: "TwitterLogin",
            dependencies: [
                "LatchkeyAuth", "LatchkeyOAuth", "LatchkeySecrets", crypto, httpTypes, nioCore, nioHTTP1, nioPosix,
            ],
            path: "Examples/TwitterLogin/Sources/TwitterLogin"),
        .executableTarget(
            name: "TwitterLoginApp", dependencies: ["LatchkeyAuth", "LatchkeySecrets", "TwitterLogin"],
            path: "Examples/TwitterLogin/Sources/TwitterLoginApp"),
        .executableTarget(
            name: "SwiftUIApp", dependencies: ["LatchkeyAuth", "LatchkeyDatabase"], path: "Examples/SwiftUIApp/Sources/SwiftUIApp"),

        .testTarget(name: "LatchkeySecretsTests", dependencies: ["LatchkeySecrets", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyOAuthTests",
            dependencies: ["LatchkeyOAuth", "LatchkeySecrets", "LatchkeyTestSupport", crypto, cryptoExtras, httpTypes]),
        .testTarget(name: "LatchkeyWireTests", dependencies: ["LatchkeyTestSupport", "LatchkeyWire"]),
        .testTarget(name: "LatchkeyTracingTests", dependencies: ["LatchkeyTracing"]),
        .testTarget(name: "LatchkeyTreeTests", dependencies: ["LatchkeyTestSupport", "LatchkeyTree", basicContainers, crypto]),
        .testTarget(name: "LatchkeyRulesTests", dependencies: ["LatchkeyRules", "LatchkeyTestSupport", "LatchkeyTree"]),
        .testTarget(
            name: "LatchkeyRealtimeTests", dependencies: ["LatchkeyRealtime", "LatchkeyRules", "LatchkeyTestSupport", "LatchkeyTree"]),
        .testTarget(
            name: "LatchkeyIdentityTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyMemoryStore", "LatchkeySecrets", "LatchkeyStoreContract", "LatchkeyTestSupport", crypto,
                jwtKit,
            ]),
        .testTarget(
            name: "LatchkeySignInFlowTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyMemoryStore", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeySignInFlow", "LatchkeyTestSupport",
                crypto,
            ]),
        .testTarget(
            name: "LatchkeySQLiteTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeySQL", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyStoreContract",
                "LatchkeyTestSupport", "LatchkeyTree", crypto, grdb, subprocess,
            ]),
        .testTarget(
            name: "LatchkeyPostgresTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyPostgres", "LatchkeySQL", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyStoreContract",
                "LatchkeyTestSupport", "LatchkeyTree", crypto,
            ]),
        .testTarget(
            name: "LatchkeySandboxTests",
            dependencies: [
                "LatchkeyOAuth", "LatchkeySandbox", "LatchkeySecrets", "LatchkeyTestSupport", crypto, httpTypes,
                hummingbird, hummingbirdTesting, jwtKit, logging,
            ]),
        .testTarget(
            name: "LatchkeyAuditTests",
            dependencies: [
                "LatchkeyAudit", "LatchkeyIdentity", "LatchkeySQL", "LatchkeySQLite", "LatchkeyTestSupport", logging,
            ]),
        .testTarget(name: "LatchkeyBackupTests", dependencies: ["LatchkeyBackup", "LatchkeySecrets"]),
        .testTarget(
            name: "LatchkeyMailTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyMail", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyTestSupport", asyncHTTPClient, crypto,
                logging, nioCore, nioHTTP1, nioPosix, nioSSL, serviceLifecycle,
            ]),
        .testTarget(name: "LatchkeyACMETests", dependencies: ["LatchkeyACME", "LatchkeySecrets", crypto]),
        .testTarget(
            name: "LatchkeyWebTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyTestSupport", "LatchkeyWeb", httpTypes, nioCore, nioEmbedded, nioHTTP2, nioHTTPTypes,
            ]),
        .testTarget(
            name: "LatchkeyNodesTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyNodes", "LatchkeyRealtime", "LatchkeyRules", "LatchkeyTree", crypto, httpTypes, logging,
                nioCore, nioEmbedded,
            ]),
        .testTarget(
            name: "LatchkeyProvidersTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders", "LatchkeySecrets", "LatchkeyServer",
                "LatchkeyServerTestSupport", "LatchkeySignInFlow", "LatchkeyWeb", "LatchkeyWire",
                asyncHTTPClient, crypto, httpTypes, hummingbird, hummingbirdTesting, nioCore, nioHTTP1, nioPosix, nioSSL, swiftASN1,
                x509,
            ]),
        .testTarget(
            name: "LatchkeyAccountAPITests",
            dependencies: [
                "LatchkeyAccountAPI", "LatchkeyAdministrationAPI", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders",
                "LatchkeySQL", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyServer", "LatchkeyServerTestSupport", "LatchkeyTestSupport",
                "LatchkeyWeb", "LatchkeyWire",
                asyncHTTPClient, crypto, httpTypes, hummingbird, hummingbirdCore, hummingbirdTesting, jwtKit, nioCore, nioPosix,
            ]),
        .testTarget(
            name: "LatchkeySignInPagesTests",
            dependencies: [
                "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeyServer", "LatchkeyServerTestSupport",
                "LatchkeySignInPages", "LatchkeyWeb",
                httpTypes,
            ]),
        .testTarget(
            name: "LatchkeyLegacyAPITests",
            dependencies: [
                "LatchkeyDatabaseAPI", "LatchkeyIdentity", "LatchkeySQL", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyServer",
                "LatchkeyServerTestSupport",
                httpTypes, hummingbird, hummingbirdTesting, logging, nioPosix,
            ]),
        .testTarget(
            name: "LatchkeyDatabaseAPITests",
            dependencies: [
                "LatchkeyDatabaseAPI", "LatchkeyEmulator", "LatchkeyIdentity", "LatchkeyRealtime", "LatchkeyRules", "LatchkeySQLite",
                "LatchkeyServer", "LatchkeyServerTestSupport", "LatchkeyTestSupport", "LatchkeyTree", "LatchkeyWeb",
                httpTypes, hummingbird, hummingbirdTesting, logging, nioCore, nioEmbedded, nioHTTP1, nioPosix, nioWebSocket,
            ]),
        .testTarget(
            name: "LatchkeyAdministrationAPITests",
            dependencies: [
                "LatchkeyAdministrationAPI", "LatchkeyDatabaseAPI", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders",
                "LatchkeySQLite", "LatchkeySecrets", "LatchkeyServer", "LatchkeyServerTestSupport", "LatchkeyTestSupport", "LatchkeyWire",
                httpTypes, jwtKit,
            ]),
        .testTarget(
            name: "LatchkeyEmulatorTests",
            dependencies: [
                "LatchkeyEmulator", "LatchkeyIdentity", "LatchkeyProviders", "LatchkeySecrets", "LatchkeyServer",
                "LatchkeyServerTestSupport",
                httpTypes,
            ]),
        .testTarget(
            name: "LatchkeyConsoleTests",
            dependencies: [
                "LatchkeyConsole", "LatchkeyDatabaseAPI", "LatchkeyDatabaseConsole", "LatchkeyIdentity", "LatchkeyOAuth",
                "LatchkeyRealtime",
                "LatchkeyRules", "LatchkeySQLite", "LatchkeySecrets", "LatchkeyServer", "LatchkeyServerTestSupport", "LatchkeySignInPages",
                "LatchkeyTestSupport", "LatchkeyTree", "LatchkeyWeb",
                httpTypes,
            ]),
        .testTarget(
            name: "LatchkeyServerTests",
            dependencies: [
                "LatchkeyEmulator", "LatchkeyIdentity", "LatchkeyOAuth", "LatchkeyProviders", "LatchkeySQLite", "LatchkeySecrets",
                "LatchkeyServer", "LatchkeyServerTestSupport", "LatchkeyWeb",
                asyncHTTPClient, httpTypes, hummingbird, hummingbirdCore, hummingbirdTesting, jwtKit, logging, nioCore, nioPosix,
            ]),
        .testTarget(
            name: "LatchkeyAuthTests",
            dependencies: [
                "LatchkeyAuth", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeyTestSupport", "LatchkeyWire", httpTypes,
                nioCore, nioPosix,
            ]),
        .testTarget(
            name: "LatchkeyDatabaseTests",
            dependencies: [
                "LatchkeyAuth", "LatchkeyDatabase", "LatchkeyTestSupport", "LatchkeyTree", "LatchkeyWire",
                crypto, nioCore, nioHTTP1, nioPosix, nioSSL, nioWebSocket, swiftASN1, x509,
            ]),
        .testTarget(
            name: "LatchkeyFirebase2Tests",
            dependencies: ["LatchkeyAuth", "LatchkeyFirebase2", "LatchkeyOAuth", "LatchkeySecrets", "ServerUnderTest", "latchkey"]),
        .testTarget(
            name: "LatchkeySimpleLoginTests",
            dependencies: ["LatchkeyAuth", "LatchkeyFirebase2", "LatchkeySimpleLogin", "ServerUnderTest", "latchkey"]),
        .testTarget(
            name: "LatchkeyVerifierTests",
            dependencies: ["LatchkeySecrets", "LatchkeyVerifier", crypto, cryptoExtras]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "DatabaseVisitor", "LatchkeyAuth", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeyTestSupport", "LatchkeyVerifier",
                "LatchkeyWire", "ServerUnderTest", "latchkey", asyncHTTPClient, crypto, httpTypes, nioCore, nioHTTP1,
                subprocess,
            ]),
        .testTarget(
            name: "GuideExamplesTests",
            dependencies: [
                "LatchkeyAuth", "LatchkeyDatabase", "LatchkeyFirebase2", "LatchkeyOAuth", "LatchkeySecrets", "LatchkeySimpleLogin",
                "ServerUnderTest", "SwiftUIApp", "TwitterLogin", "TwitterLoginApp", "latchkey", httpTypes, subprocess,
            ]),
    ]
)

// C code is optimized in debug builds too (`-Xcc -O2` on the command line): without it, scrypt makes every test slow.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    if Context.environment["LATCHKEY_STRICT"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
