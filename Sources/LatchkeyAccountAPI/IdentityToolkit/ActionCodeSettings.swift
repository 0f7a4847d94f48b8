package import LatchkeyIdentity
import LatchkeyWeb
package import LatchkeyWire

/// The validated continue URL of an email link (Firebase's `ActionCodeSettings`).
package struct ActionCodeSettings {
    package let continueURL: String?

    package static let maxURLBytes = 2048

    /// - Throws: ``SignInError``: `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`, `MISSING_CONTINUE_URI`, `MISSING_IOS_BUNDLE_ID`,
    ///   `MISSING_ANDROID_PACKAGE_NAME`, `INVALID_HOSTING_LINK_DOMAIN`, `DYNAMIC_LINK_NOT_ACTIVATED`.
    package init(_ input: SendOobCodeRequest, for project: Project, publicAddress: String) throws {
        continueURL = input.continueUrl.unlessEmpty
        // An emulator only writes the URL into the link. If its pages link to a URL, they check it as those of a real server do.
        if let continueURL, !Self.isLenient(continueURL, project) { try Self.check(continueURL, for: project) }
        if input.canHandleCodeInApp == true, continueURL == nil { throw SignInError(.init(rawValue: "MISSING_CONTINUE_URI")) }
        if input.iOSAppStoreId.unlessEmpty != nil, input.iOSBundleId.unlessEmpty == nil {
            throw SignInError(.init(rawValue: "MISSING_IOS_BUNDLE_ID"))
        }
        let wantsAndroid =
            input.androidInstallApp == true || (input.androidMinimumVersion ?? input.androidMinimumVersionCode).unlessEmpty != nil
        if wantsAndroid, input.androidPackageName.unlessEmpty == nil {
            throw SignInError(.init(rawValue: "MISSING_ANDROID_PACKAGE_NAME"))
        }
        if input.dynamicLinkDomain.unlessEmpty != nil {
            throw SignInError(.init(rawValue: "DYNAMIC_LINK_NOT_ACTIVATED"), message: "Dynamic links are not supported; leave it out.")
        }
        if let domain = input.linkDomain.unlessEmpty, domain.lowercased() != WebOrigin(publicAddress)?.host {
            throw SignInError(.init(rawValue: "INVALID_HOSTING_LINK_DOMAIN"), message: "Links open this server; leave linkDomain out.")
        }
    }

    private static func isLenient(_ url: String, _ project: Project) -> Bool {
        project.policies.isLenient && url.utf8.count <= maxURLBytes && AbsoluteURI.isOne(url)
    }

    package static func check(_ url: String, for project: Project) throws {
        guard url.utf8.count <= maxURLBytes, let origin = WebOrigin(url) else {
            throw SignInError(
                .init(rawValue: "INVALID_CONTINUE_URI"), message: "((expected an absolute URI with valid scheme and host))")
        }
        guard origin.isAuthorized(by: project.authorizedDomains) else { throw SignInError(.init(rawValue: "UNAUTHORIZED_DOMAIN")) }
    }
}
