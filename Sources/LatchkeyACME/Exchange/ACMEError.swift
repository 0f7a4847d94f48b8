/// The reason why a certificate was not issued.
package enum ACMEError: Error, Equatable, CustomStringConvertible {
    /// The authority refused a request, or could not verify a name.
    case refused(ACMEProblem, name: String? = nil, retryAfterSeconds: Double? = nil)
    /// The authority cannot be reached, or did not respond in time.
    case unreachable(String)
    /// The authority violates the protocol, or needs something that Latchkey does not support.
    case unsupported(String)

    package var description: String {
        switch self {
        case .refused(let problem, let name, _):
            (name.map { "The certificate authority could not verify \($0): " } ?? "The certificate authority refused the request: ")
                + "\(problem.text) (\(ACMEProblem.printable(problem.type)))"
        case .unreachable(let reason), .unsupported(let reason): ACMEProblem.printable(reason)
        }
    }

    /// The problem document of the authority.
    package var problem: ACMEProblem? { if case .refused(let problem, _, _) = self { problem } else { nil } }

    /// The time that the authority wants to wait for the next attempt.
    package var retryAfterSeconds: Double? { if case .refused(_, _, let seconds) = self { seconds } else { nil } }
}
