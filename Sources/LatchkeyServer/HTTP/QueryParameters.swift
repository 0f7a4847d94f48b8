// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOAuth

/// Names and values of a query or form, duplicates included. The name tells it from Hummingbird's path parameters.
typealias QueryParameters = LatchkeyOAuth.Parameters
