package import LatchkeyIdentity
package import LatchkeyWire

extension SettingRefusal: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(.init(rawValue: "INVALID_CONFIG"), detail: message, status: "INVALID_ARGUMENT")
    }
}

extension ActRefusal: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        switch self {
        case .noProject, .notFound:
            WireErrorEnvelope(.init(rawValue: "NOT_FOUND"), detail: description, httpStatus: 404, status: "NOT_FOUND")
        case .conflict: WireErrorEnvelope(.init(rawValue: "QUOTA_EXCEEDED"), detail: description)
        case .alreadyDone, .changedMeanwhile:
            WireErrorEnvelope(.init(rawValue: "ABORTED"), detail: description, httpStatus: 409, status: "ABORTED")
        }
    }
}
