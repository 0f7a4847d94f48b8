import Foundation

/// Where everything is that is measured.
struct Setting: Sendable {
    /// A release build of `latchkey`.
    let latchkey: String
    let pocketBase: String
    let python: String
    /// The folder with the programs of the peers.
    let peers: String
    /// The folder with Latchkey's own manifest.
    let checkout: String
    /// For data folders and logs; removed afterwards.
    let folder: String
    /// Multiplies every duration: 1 for figures, less to see whether it works.
    let scale: Double
    /// How often a request is sent whose cost has to be the same for ever: 1,000,000 for figures.
    let manyRequests: Int
    /// Of measurements that take an hour, the rows whose names contain this; `nil` for all.
    let only: String?

    /// A folder name for a server's data that no other measurement uses.
    func dataFolder(_ name: String) -> String {
        folder + "/" + name
    }
}
