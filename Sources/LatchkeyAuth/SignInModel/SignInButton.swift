#if canImport(SwiftUI)
import Foundation
public import SwiftUI

/// A button that signs in on a provider's page or with a Twitter account of the device.
///
/// While the model is busy, the button shows an activity indicator, informs assistive technologies and is disabled. Errors and the account
/// sheet are presented by `View.signInDialogs(_:)`, which you add once per screen.
///
/// SwiftUI exists only on Apple platforms. This file is type-checked against a stand-in and has never been run. Please report problems.
public struct SignInButton: View {
    private let title: String
    private let model: SignInModel
    private let signIn: @MainActor () async -> Void

    /// Creates a button that signs in on a provider's page, with the instance of the model.
    public init(_ provider: AuthProviderID, model: SignInModel) {
        self.init(provider: OAuthProvider(providerID: provider, auth: model.auth), model: model)
    }

    /// Creates a button that signs in on a provider's page with custom scopes or parameters.
    public init(provider: OAuthProvider, model: SignInModel) {
        title = ProviderTitle.signIn(with: provider.providerID)
        self.model = model
        signIn = { await model.signIn(with: provider) }
    }

    /// Creates a button that signs in with a Twitter account of the device. If there are several, the user chooses one.
    public init(deviceAccountsOf model: SignInModel) {
        title = ProviderTitle.signIn(with: TwitterAuthProviderID)
        self.model = model
        signIn = { await model.signInWithDeviceAccount() }
    }

    /// The content of the button.
    public var body: some View {
        Button {
            Task { await signIn() }
        } label: {
            HStack {
                if model.isBusy { ProgressView().accessibilityHidden(true) }
                Text(LocalizedStringKey(title))
            }
        }
        .disabled(model.isBusy)
        .accessibilityLabel(Text(LocalizedStringKey(title)))
        .accessibilityValue(model.isBusy ? Text("Signing in") : Text(verbatim: ""))
    }
}
#endif
