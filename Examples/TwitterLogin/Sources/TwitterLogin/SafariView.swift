#if canImport(UIKit) && canImport(SafariServices)
public import Foundation
import SafariServices
public import SwiftUI
public import UIKit

// snippet.S4.3
/// Shows Twitter's page inside the app, with an address bar that the person can trust.
///
/// Not a web view of the app's own: into such a page the app could look, and see the password (RFC 8252, section 8.12).
/// `ASWebAuthenticationSession` is better still, since only this app gets the callback then.
public final class CustomSafariViewController: UIViewController {
    /// The page; each new one gets a new Safari, because one that exists cannot be sent elsewhere.
    public var url: URL? {
        didSet {
            if url != oldValue { showPage() }
        }
    }

    private var safari: SFSafariViewController?

    private func showPage() {
        safari?.willMove(toParent: nil)
        safari?.view.removeFromSuperview()
        safari?.removeFromParent()
        safari = nil
        guard let url else { return }
        let safari = SFSafariViewController(url: url)
        addChild(safari)
        safari.view.frame = view.bounds
        safari.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(safari.view)
        safari.didMove(toParent: self)
        self.safari = safari
    }
}

/// ``CustomSafariViewController`` for SwiftUI.
public struct SafariView: UIViewControllerRepresentable {
    private let url: URL?

    /// - Parameter url: The page to show, as in ``TwitterService/authUrl``.
    public init(url: URL?) {
        self.url = url
    }

    public func makeUIViewController(context: Context) -> CustomSafariViewController {
        CustomSafariViewController()
    }

    public func updateUIViewController(_ controller: CustomSafariViewController, context: Context) {
        controller.url = url
    }
}
// snippet.end
#endif
