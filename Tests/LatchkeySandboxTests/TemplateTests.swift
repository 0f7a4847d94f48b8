import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct TemplateTests {
    @Test func templatesEscapeAllValues() {
        #expect(Templates.sources.count >= 10)
        for source in Templates.sources {
            #expect(!source.contains("{{{") && !source.contains("{{&"))
        }
    }

    @Test func noPageNamesAProvidersLook() {
        #expect(!Templates.sources.joined().contains("onclick") && !Stylesheet.text.contains("url("))
    }
}
