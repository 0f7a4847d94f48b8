import LatchkeyIdentity

extension Administrator {
    func addEvents(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/events/verification") { call in
            var noted: EventHead?
            if let text = call.query("head") {
                noted = EventHead(text)
                if noted == nil { throw AdminError("head must have the form SEQUENCE:HASH.") }
            }
            return try await record.verifyEvents(containing: noted)
        }
    }
}
