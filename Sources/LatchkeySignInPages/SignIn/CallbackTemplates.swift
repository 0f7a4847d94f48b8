/// The page that a browser shows when it opens an app's universal link itself.
enum CallbackTemplates {
    static let all = [("app-return", appReturn)]

    private static let appReturn = """
        {{<layout}}{{$title}}Back to the app{{/title}}{{$content}}
        <h1>Back to the app</h1>
        <p>This address belongs to an app on your device, and the browser has opened it instead.</p>
        <p>If there is a button “Open” at the top of the browser, it leads back to the app. Otherwise go there yourself and begin again.</p>
        {{/content}}{{/layout}}
        """
}
