import Foundation

/// Measures whether the millionth sign-up, refresh, and lookup cost as much as the first ones, and the memory per account.
enum AccountConstancyMeasurement {
    private static let connections = 8

    static func run(_ setting: Setting) throws -> Section {
        var all: [Tenths] = []
        for isEmulator in [true, false] {
            let data = setting.dataFolder("account-constancy")
            let server = try isEmulator ? LatchkeyServer(emulator: setting) : LatchkeyServer(setting, data: data, algorithm: .es256)
            defer { server.program.stop() }
            if !isEmulator { try server.allowManySignUps(setting, data: data) }
            let people = try server.signUp(connections)
            let place = isEmulator ? "emulator" : "server"
            all += try measure(setting, server, "\(place): refresh", people.map(server.refresh))
            // An ID token is valid for an hour.
            let lookups = try people.map { try server.lookup(token: try server.newToken($0)) }
            all += try measure(setting, server, "\(place): lookup", lookups)
            let signUp = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
            let signUps = [[UInt8]](repeating: signUp, count: connections)
            // An emulator keeps its accounts in memory.
            all += try measure(setting, server, "\(place): sign-up", signUps, keepsInMemory: isEmulator)
        }
        return section(all)
    }

    private static func measure(
        _ setting: Setting, _ server: LatchkeyServer, _ name: String, _ requests: [[UInt8]], keepsInMemory: Bool = false
    ) throws -> [Tenths] {
        let load = try PipelinedLoad(port: server.port, requests.map { [$0] }, expecting: 200)
        return try Tenths.measure(name, setting, of: server.program, keepsInMemory: keepsInMemory, load.send)
    }

    private static func section(_ all: [Tenths]) -> Section {
        var section = Section(
            title: "Constancy of accounts",
            introduction: """
                Refreshes, `accounts:lookup` and anonymous sign-ups, very many of each, on \(connections) connections, \
                \(PipelinedLoad.depth) of each on their way at once; ID tokens in ES256. A server keeps its accounts on the disk, so its \
                memory must not grow with them; an emulator keeps them in memory, and “each” is what it holds beyond its memory before, by \
                account.
                """,
            columns: Tenths.columns)
        section.rows = all.map(\.row)
        section.goals = Tenths.goals(all)
        return section
    }
}
