public import Observation

/// The view model of an action sheet with a button for each account and a Cancel button.
@MainActor @Observable
public final class AccountSheet: AccountChooser {
    /// A button of the sheet.
    public struct Button: Sendable, Identifiable {
        /// The id of the button, unique among all sheets of the model.
        public let id: Int
        /// The screen name, or "Cancel".
        public let title: String
        /// The account; `nil` for the Cancel button, even if a user has the same name.
        public let account: DeviceAccount?
    }

    /// The title above the buttons.
    public let title: String
    /// The buttons; empty while the sheet is hidden.
    public private(set) var buttons: [Button] = []

    private var reply: CheckedContinuation<DeviceAccount?, Never>?
    /// The id of the last button of all sheets. Buttons of an earlier sheet therefore have no effect on the current one.
    private var lastID = 0

    /// Creates a model with a title.
    public init(title: String = "Select Account") {
        self.title = title
    }

    /// Whether the sheet is presented. A view sets this to `false` when the sheet is dismissed, which is not a choice.
    ///
    /// It is undefined whether a view sets this before or after it reports the pressed button, so buttons keep working for a moment.
    public var isPresented: Bool {
        get { !buttons.isEmpty }
        set {
            guard !newValue, let first = buttons.first?.id else { return }
            Task { if buttons.first?.id == first { cancel() } }
        }
    }

    /// Presents the sheet until a button is pressed. A sheet that is already presented is canceled.
    @MainActor public func choose(among accounts: [DeviceAccount]) async -> DeviceAccount? {
        cancel()
        let first = lastID + 1
        lastID += accounts.count + 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                guard !Task.isCancelled else { return reply.resume(returning: nil) }
                self.reply = reply
                buttons =
                    accounts.enumerated().map { Button(id: first + $0, title: $1.username, account: $1) }
                    + [Button(id: first + accounts.count, title: "Cancel", account: nil)]
            }
        } onCancel: {
            Task { @MainActor in
                if self.buttons.first?.id == first { self.cancel() }
            }
        }
    }

    /// Reports that a button was pressed. Buttons that are not presented have no effect.
    public func press(_ button: Button) {
        guard buttons.contains(where: { $0.id == button.id }) else { return }
        finish(button.account)
    }

    /// Closes the sheet without a choice.
    public func cancel() { finish(nil) }

    private func finish(_ account: DeviceAccount?) {
        buttons = []
        let reply = reply
        self.reply = nil
        reply?.resume(returning: account)
    }
}
