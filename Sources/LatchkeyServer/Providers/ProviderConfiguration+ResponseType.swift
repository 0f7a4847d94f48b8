// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderConfiguration {
    /// What comes back from the provider's page: a code, unless the configuration says otherwise.
    var responseType: OpenIDClient.ResponseType { parameters[.responseType].flatMap(OpenIDClient.ResponseType.init) ?? .code }
}
