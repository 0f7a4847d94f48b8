#if canImport(UIKit) && canImport(SafariServices)
public import Foundation
import SafariServices
public import SwiftUI
public import UIKit

// snippet.S4.3
/// A view controller that shows Twitter's page inside the app, with an address bar that the user can trust.
///
/// A web view is not an alternative, because the app could read the password in it (RFC 8252, section 8.12).
/// `ASWebAuthenticationSession` is better still, because then only this app receives the callback.
public final class CustomSafariViewController: UIViewController {
    /// The page to show. Each page gets a new Safari view controller, because an existing one cannot load another URL.
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

/// The SwiftUI view of a ``CustomSafariViewController``.
public struct SafariView: UIViewControllerRepresentable {
    private let url: URL?

    /// Creates a view.
    ///
    /// - Parameter url: The page to show, as in ``TwitterService/authUrl``.
    public init(url: URL?) {
        self.url = url
    }

    /// Creates the view controller.
    public func makeUIViewController(context: Context) -> CustomSafariViewController {
        CustomSafariViewController()
    }

    /// Updates the page of the view controller.
    public func updateUIViewController(_ controller: CustomSafariViewController, context: Context) {
        controller.url = url
    }
}
// snippet.end
#endif
