/// The templates of the pages that email links open.
enum ActionTemplates {
    static let all = [("action", action), ("action-done", actionDone), ("action-problem", actionProblem)]

    private static let action = """
        {{<layout}}{{$language}}lang="{{lang}}" dir="{{direction}}"{{/language}}{{$title}}{{title}}{{/title}}{{$content}}
        <h1>{{title}}</h1>
        <p>{{lead}}</p>
        {{#message}}<p class="message" role="alert">{{message}}</p>{{/message}}
        <form method="post" action="/__/auth/action">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="mode" value="{{mode}}">
        <input type="hidden" name="oobCode" value="{{code}}">
        <input type="hidden" name="apiKey" value="{{apiKey}}">
        <input type="hidden" name="tenantId" value="{{tenant}}">
        <input type="hidden" name="lang" value="{{lang}}">
        <input type="hidden" name="continueUrl" value="{{continueURL}}">
        {{#password}}
        <input name="username" autocomplete="username" value="{{email}}" readonly hidden>
        <div class="secret"><label>{{label}} <input type="password" name="newPassword" autocomplete="new-password" required minlength="6" \
        maxlength="4096" dir="ltr" autofocus></label>
        <button type="button" class="show" aria-pressed="false" hidden>{{show}}</button></div>
        <script src="/assets/password.js" defer></script>
        {{/password}}
        <button class="primary" name="answer" value="yes">{{confirm}}</button>
        {{#deny}}<p><button name="answer" value="no" formnovalidate>{{deny}}</button></p>{{/deny}}
        </form>
        {{/content}}{{/layout}}
        """

    private static let actionDone = """
        {{<layout}}{{$language}}lang="{{lang}}" dir="{{direction}}"{{/language}}{{$title}}{{title}}{{/title}}{{$content}}
        <h1>{{title}}</h1>
        <p role="status">{{text}}</p>
        {{#continueURL}}<p><a class="button primary" href="{{continueURL}}">{{continueLabel}}</a></p>{{/continueURL}}
        {{^continueURL}}<p class="quiet">{{close}}</p>{{/continueURL}}
        {{/content}}{{/layout}}
        """

    private static let actionProblem = """
        {{<layout}}{{$language}}lang="{{lang}}" dir="{{direction}}"{{/language}}{{$title}}{{title}}{{/title}}{{$content}}
        <h1>{{title}}</h1>
        <p role="alert">{{text}}</p>
        {{/content}}{{/layout}}
        """
}
