// The part of Apple's SafariServices that this project uses, as declarations for the compiler. Scripts/check-apple compiles it.

public import Foundation
public import UIKit

@MainActor open class SFSafariViewController: UIViewController {
    public init(url: URL) {}
}
