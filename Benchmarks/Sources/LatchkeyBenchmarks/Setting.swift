import Foundation

/// The settings of a benchmark run.
struct Setting: Sendable {
    /// A release build of `latchkey`.
    let latchkey: String
    let pocketBase: String
    let python: String
    /// The folder with the peers' programs.
    let peers: String
    /// The folder with Latchkey's own manifest.
    let checkout: String
    /// The folder for data folders and logs. It is removed after the run.
    let folder: String
    /// The factor for all durations: 1 for valid figures, less for a quick test.
    let scale: Double
    /// The number of requests in measurements of constant cost: 1,000,000 for valid figures.
    let manyRequests: Int
    /// A filter for measurements that take an hour: only rows with names that contain this text; `nil` for all rows.
    let only: String?
    /// Whether counted instructions replace the stored ones.
    let records: Bool

    /// Returns a folder path for a server's data that no other measurement uses.
    func dataFolder(_ name: String) -> String {
        folder + "/" + name
    }
}
