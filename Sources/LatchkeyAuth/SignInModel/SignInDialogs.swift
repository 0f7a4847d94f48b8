#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension View {
    /// Shows what a model has to say: its alert, and the accounts of the device that a person chooses among.
    ///
    /// Written once, at the screen: two views that show one alert would show it twice. This file is type-checked against a stand-in for
    /// SwiftUI, and has never run: report what does not work.
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
