public import Foundation
import LatchkeyWire
import Synchronization

/// Settings for the link in an email: the continue URL and the apps that may open it.
public final class ActionCodeSettings: Sendable {
    private struct Values {
        var url: URL?
        var handleCodeInApp = false
        var iOSBundleID: String?
        var androidPackageName: String?
        var androidMinimumVersion: String?
        var androidInstallIfNotAvailable = false
        var linkDomain: String?
    }

    private let values = Mutex(Values())

    /// Creates empty settings.
    public init() {}

    /// The URL to continue to after the operation. Its host must be an authorized domain of the project.
    public var url: URL? {
        get { values.withLock { $0.url } }
        set { values.withLock { $0.url = newValue } }
    }

    /// Whether the app handles the code. Always the case for email link sign-in.
    public var handleCodeInApp: Bool {
        get { values.withLock { $0.handleCodeInApp } }
        set { values.withLock { $0.handleCodeInApp = newValue } }
    }

    /// The host of the link. Links of Latchkey always lead to the server itself.
    public var linkDomain: String? {
        get { values.withLock { $0.linkDomain } }
        set { values.withLock { $0.linkDomain = newValue } }
    }

    /// The bundle id of the iOS app that may open the link.
    public var iOSBundleID: String? { values.withLock { $0.iOSBundleID } }
    /// The package name of the Android app that may open the link.
    public var androidPackageName: String? { values.withLock { $0.androidPackageName } }
    /// The minimum version of the Android app.
    public var androidMinimumVersion: String? { values.withLock { $0.androidMinimumVersion } }
    /// Whether to install the Android app if it is missing.
    public var androidInstallIfNotAvailable: Bool { values.withLock { $0.androidInstallIfNotAvailable } }

    /// Sets the bundle id of the iOS app.
    public func setIOSBundleID(_ bundleID: String) {
        values.withLock { $0.iOSBundleID = bundleID }
    }

    /// Sets the Android app.
    public func setAndroidPackageName(_ name: String, installIfNotAvailable: Bool, minimumVersion: String?) {
        values.withLock {
            $0.androidPackageName = name
            $0.androidInstallIfNotAvailable = installIfNotAvailable
            $0.androidMinimumVersion = minimumVersion
        }
    }

    /// Copies the settings into a request.
    func fill(_ request: inout SendOobCodeRequest) {
        let values = values.withLock { $0 }
        request.continueUrl = values.url?.absoluteString
        request.canHandleCodeInApp = values.handleCodeInApp ? true : nil
        request.iOSBundleId = values.iOSBundleID
        request.androidPackageName = values.androidPackageName
        request.androidMinimumVersion = values.androidMinimumVersion
        request.androidInstallApp = values.androidInstallIfNotAvailable ? true : nil
        request.linkDomain = values.linkDomain
    }
}
