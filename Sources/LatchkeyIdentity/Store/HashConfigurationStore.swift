// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public protocol HashConfigurationReading {
    func hashConfiguration(_ number: Int, of project: ProjectID) throws -> HashConfiguration?
    /// By number.
    func hashConfigurations(of project: ProjectID) throws -> [HashConfiguration]
}

public protocol HashConfigurationWriting: HashConfigurationReading {
    /// - Throws: ``StoreConflict`` when the number is taken.
    func insert(_ configuration: HashConfiguration) throws
}
