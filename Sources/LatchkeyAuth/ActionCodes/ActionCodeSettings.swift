public import Foundation
import LatchkeyWire
import Synchronization

/// Where the link in a mail leads on to, and which apps may open it.
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

    /// Settings that say nothing yet.
    public init() {}

    /// Where the person goes on afterwards; a host that the project authorized.
    public var url: URL? {
        get { values.withLock { $0.url } }
        set { values.withLock { $0.url = newValue } }
    }

    /// Whether the app applies the code itself; signing in by link always does.
    public var handleCodeInApp: Bool {
        get { values.withLock { $0.handleCodeInApp } }
        set { values.withLock { $0.handleCodeInApp = newValue } }
    }

    /// The host of the link; Latchkey's links lead to the server itself.
    public var linkDomain: String? {
        get { values.withLock { $0.linkDomain } }
        set { values.withLock { $0.linkDomain = newValue } }
    }

    /// The app on Apple's systems that may open the link.
    public var iOSBundleID: String? { values.withLock { $0.iOSBundleID } }
    /// The app on Android that may open the link.
    public var androidPackageName: String? { values.withLock { $0.androidPackageName } }
    /// The least version of the app on Android.
    public var androidMinimumVersion: String? { values.withLock { $0.androidMinimumVersion } }
    /// Whether the app on Android is to be installed where it is missing.
    public var androidInstallIfNotAvailable: Bool { values.withLock { $0.androidInstallIfNotAvailable } }

    /// Names the app on Apple's systems.
    public func setIOSBundleID(_ bundleID: String) {
        values.withLock { $0.iOSBundleID = bundleID }
    }

    /// Names the app on Android.
    public func setAndroidPackageName(_ name: String, installIfNotAvailable: Bool, minimumVersion: String?) {
        values.withLock {
            $0.androidPackageName = name
            $0.androidInstallIfNotAvailable = installIfNotAvailable
            $0.androidMinimumVersion = minimumVersion
        }
    }

    /// Writes the settings into a request.
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
