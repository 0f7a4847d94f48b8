import Mustache

/// The templates of the pages, parsed once.
enum Templates {
    static let consent = Template("consent", body: consentBody)
    static let pin = Template("pin", body: pinBody)
    static let leave = Template("leave", body: leaveBody)
    static let formPost = Template("form-post", body: formPostBody)
    static let message = Template("message", body: messageBody)
    static let deviceCode = Template("device-code", body: deviceCodeBody)
    static let control = Template("control", body: controlBody)
    static let avatar = Template(bare: "avatar", avatarText)
    static let twitterErrorXML = Template(bare: "twitter-error", twitterErrorText)
    static let gitHubXML = Template(bare: "github-reply", gitHubText)

    /// The source of every template, for the test that searches for unescaped insertions.
    static let sources = [
        frameText, consentBody, pinBody, leaveBody, formPostBody, messageBody, deviceCodeBody, controlBody, avatarText, twitterErrorText,
        gitHubText,
    ]

    private static let twitterErrorText = """
        <?xml version="1.0" encoding="UTF-8"?>
        <errors><error code="{{code}}">{{message}}</error></errors>
        """

    private static let gitHubText = """
        <?xml version="1.0" encoding="UTF-8"?>
        <OAuth>{{#pairs}}<{{name}}>{{value}}</{{name}}>{{/pairs}}</OAuth>
        """

    private static let avatarText = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" role="img">\
        <rect width="48" height="48" fill="hsl({{hue}} 45% 42%)"/>\
        <text x="24" y="32" font-family="system-ui, sans-serif" font-size="22" fill="#fff" text-anchor="middle">{{initial}}</text>\
        </svg>
        """
}

/// A template that is known to parse.
struct Template: Sendable {
    private let template: MustacheTemplate
    private let frame: MustacheTemplate?

    /// Creates a page from its body; it is rendered inside the common frame.
    init(_ name: String, body: String) {
        template = Self.read(body, name)
        frame = Self.read(Templates.frameText, "frame")
    }

    /// Creates a template without the frame.
    init(bare name: String, _ text: String) {
        template = Self.read(text, name)
        frame = nil
    }

    func render(_ view: some Sendable) throws -> String {
        guard let frame else { return template.render(view) }
        let library = MustacheLibrary(templates: ["body": template])
        return frame.render(view, library: library)
    }

    private static func read(_ text: String, _ name: String) -> MustacheTemplate {
        do {
            return try PageText.template(text)
        } catch {
            preconditionFailure("the template \(name) is malformed: \(error)")
        }
    }
}
