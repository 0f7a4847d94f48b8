import Hummingbird

/// `/sandbox/faults`: lists, enables and clears faults; and `POST /sandbox/reset`.
struct FaultsEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("faults") { _, _ in
            Response.json(["faults": .array(state.faults().map(Self.json))])
        }
        routes.post("faults") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let fault = try request.decodeControl(SandboxFault.self)
            try state.switchOn(fault)
            return Response.json(Self.json(fault), status: .created)
        }
        routes.delete("faults") { _, _ in
            state.clearFaults()
            return Response(status: .noContent)
        }
        routes.post("reset") { _, _ in
            state.reset()
            return Response(status: .noContent)
        }
    }

    private static func json(_ fault: SandboxFault) -> JSON {
        [
            "kind": JSON(fault.kind.rawValue), "provider": JSON(fault.provider?.rawValue), "person": JSON(fault.person),
            "path": JSON(fault.path), "times": JSON(fault.times ?? 1),
            "milliseconds": fault.milliseconds.map { JSON($0) } ?? .null, "seconds": fault.seconds.map { JSON($0) } ?? .null,
        ]
    }
}
