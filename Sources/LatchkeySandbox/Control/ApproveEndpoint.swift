import Hummingbird

/// `POST /sandbox/approve`: approves or denies an authorization or a device as a person, without a browser.
struct ApproveEndpoint: Sendable {
    private struct Input: Decodable {
        enum Decision: String, Decodable {
            case allow, deny
        }

        let url: String?
        let userCode: String?
        let person: String
        let decision: Decision?
        let withhold: [String]?
    }

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("approve") { request, context in
            let input = try await ReceivedRequest(request, context: context).decodeControl(Input.self)
            let allows = input.decision != .deny
            let withheld = Set(input.withhold ?? [])
            let approval: SandboxApproval
            switch (input.url, input.userCode) {
            case (let url?, nil):
                approval = try state.decide(url, as: input.person, allows: allows, withholding: withheld)
            case (nil, let code?):
                approval = .finished(
                    isAllowed: try state.decideDevice(
                        userCode: code, as: input.person, allows: allows, withholding: withheld))
            default:
                throw SandboxError(.invalidValue, "send either \"url\" or \"userCode\"")
            }
            switch approval {
            case .redirect(let address): return Response.json(["redirectURL": JSON(address)])
            case .post(let address, let form):
                return Response.json(["postURL": JSON(address), "form": .object(form.mapValues { JSON($0) })])
            case .pin(let pin): return Response.json(["pin": JSON(pin)])
            case .finished(let isAllowed): return Response.json(["allowed": .bool(isAllowed)])
            }
        }
    }
}
