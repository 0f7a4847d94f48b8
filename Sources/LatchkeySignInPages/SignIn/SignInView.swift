import LatchkeyIdentity

/// The state of the sign-in page: the user's task, the values of its fields, and a message.
struct SignInView {
    /// What the user does on the page.
    enum Task {
        case signIn, signUp, resetPassword
    }

    enum Field {
        case email, password, phone
    }

    /// An error, and the field that it is shown beside; without a field, it is shown at the top.
    struct Problem {
        let text: String
        var field: Field?
    }

    var task = Task.signIn
    var email = ""
    var number = ""
    /// A message about success.
    var notice: String?
    var problem: Problem?

    /// Returns the text of an error beside its field.
    func error(at field: Field) -> String? { problem.flatMap { $0.field == field ? $0.text : nil } }

    /// Returns the field that has the focus at first: the one with the error, else the first empty one. With a message at the top, no
    /// field has it, because the keyboard of a phone would cover the message.
    ///
    /// - Parameter fields: The visible fields, in their order.
    func focus(among fields: [Field]) -> Field? {
        if let problem { return fields.first { $0 == problem.field } }
        guard notice == nil else { return nil }
        return fields.first { field in
            switch field {
            case .email: email.isEmpty
            case .password: true
            case .phone: number.isEmpty
            }
        }
    }
}

extension SignInView.Problem {
    /// An error of a form.
    ///
    /// - Parameter field: The first field of the form. Errors of passwords are shown beside the password of the form for an address.
    init(_ error: SignInError, in texts: SignInTexts, at field: SignInView.Field) {
        self.init(text: texts.message(for: error), field: field == .email ? Self.field(of: error.code) : field)
    }

    init(_ error: TooManyAttempts, in texts: SignInTexts, at field: SignInView.Field? = nil) {
        self.init(text: texts.message(for: error), field: field)
    }

    private static func field(of code: SignInError.Code) -> SignInView.Field {
        switch code {
        case .invalidLoginCredentials, .emailNotFound, .invalidPassword, .missingPassword, .weakPassword, .passwordDoesNotMeetRequirements:
            .password
        default: .email
        }
    }
}
