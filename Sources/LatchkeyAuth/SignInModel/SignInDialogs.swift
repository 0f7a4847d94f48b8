#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension View {
    /// Presents the model's alert and account sheet.
    ///
    /// Add this once per screen: two views with the same model would present the alert twice. This file is type-checked against a stand-in
    /// for SwiftUI and has never been run. Please report problems.
    @MainActor public func signInDialogs(_ model: SignInModel) -> some View {
        SignInDialogs(content: self, model: model, sheet: model.accountSheet)
    }
}

private struct SignInDialogs<Content: View>: View {
    let content: Content
    @Bindable var model: SignInModel
    @Bindable var sheet: AccountSheet
    @Environment(\.openURL) private var openURL

    var body: some View {
        content
            .alert(Text(LocalizedStringKey(model.alert?.title ?? "")), isPresented: $model.isAlertPresented, presenting: model.alert) {
                alert in
                if let page = alert.page {
                    Button(LocalizedStringKey(page.title)) { openURL(page.url) }
                }
                Button("OK", role: .cancel) {}
            } message: { alert in
                Text(LocalizedStringKey(alert.fullMessage))
            }
            .confirmationDialog(
                Text(LocalizedStringKey(sheet.title)), isPresented: $sheet.isPresented, titleVisibility: .visible
            ) {
                ForEach(sheet.buttons) { button in
                    Button(role: button.account == nil ? .cancel : nil) {
                        sheet.press(button)
                    } label: {
                        Text(verbatim: button.title)
                    }
                }
            }
    }
}
#endif
