public import Observation

/// The model of an action sheet with a button for each account, and one to cancel: what a view shows, and what it calls.
@MainActor @Observable
public final class AccountSheet: AccountChooser {
    /// A button of the sheet.
    public struct Button: Sendable, Identifiable {
        public let id: Int
        /// The screen name, or "Cancel".
        public let title: String
        /// `nil` for the button that cancels, whatever a person is called.
        public let account: DeviceAccount?
    }

    /// What stands above the buttons.
    public let title: String
    /// The buttons; empty while the sheet is not shown.
    public private(set) var buttons: [Button] = []

    private var answer: CheckedContinuation<DeviceAccount?, Never>?
    /// Numbers the buttons of all sheets, so that one of an earlier sheet is none of this.
    private var lastID = 0

    public init(title: String = "Select Account") {
        self.title = title
    }

    /// Whether the sheet is to be shown. A view sets it to `false` when the sheet has gone, which is no choice.
    ///
    /// Nobody says whether a view does so before or after it tells which button was pressed, so a button counts a moment longer.
    public var isPresented: Bool {
        get { !buttons.isEmpty }
        set {
            guard !newValue, let first = buttons.first?.id else { return }
            Task { if buttons.first?.id == first { cancel() } }
        }
    }

    /// Shows the sheet until a button is pressed. Another sheet that is shown is cancelled.
    @MainActor public func choose(among accounts: [DeviceAccount]) async -> DeviceAccount? {
        cancel()
        let first = lastID + 1
        lastID += accounts.count + 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { answer in
                guard !Task.isCancelled else { return answer.resume(returning: nil) }
                self.answer = answer
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

    /// A button was pressed; one that is not there changes nothing.
    public func press(_ button: Button) {
        guard buttons.contains(where: { $0.id == button.id }) else { return }
        finish(button.account)
    }

    /// The sheet was closed without a choice.
    public func cancel() { finish(nil) }

    private func finish(_ account: DeviceAccount?) {
        buttons = []
        let answer = answer
        self.answer = nil
        answer?.resume(returning: account)
    }
}
