#if canImport(SwiftUI)
import Foundation
public import SwiftUI

/// A button that signs in: on a provider's page, or with a Twitter account of the device.
///
/// While the model is busy it shows so, to people who listen as well, and cannot be pressed. What went wrong, and the accounts to choose
/// from, are shown by `View.signInDialogs(_:)`, once for all buttons of a screen.
///
/// SwiftUI is on Apple's systems only. This file is type-checked against a stand-in for it, and has never run: report what does not work.
public struct SignInButton: View {
    private let title: String
    private let model: SignInModel
    private let signIn: @MainActor () async -> Void

    /// Signs in on the page of a provider, where the model signs people in.
    public init(_ provider: AuthProviderID, model: SignInModel) {
        self.init(provider: OAuthProvider(providerID: provider, auth: model.auth), model: model)
    }

    /// Signs in on the page of a provider with scopes or parameters of its own.
    public init(provider: OAuthProvider, model: SignInModel) {
        title = ProviderTitle.signIn(with: provider.providerID)
        self.model = model
        signIn = { await model.signIn(with: provider) }
    }

    /// Signs in with a Twitter account of the device, which the person chooses where there are several.
    public init(deviceAccountsOf model: SignInModel) {
        title = ProviderTitle.signIn(with: TwitterAuthProviderID)
        self.model = model
        signIn = { await model.signInWithDeviceAccount() }
    }

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
