/// The pages of this server. Values appear only in double braces, which escape them.
enum PageTemplates {
    static let all: [(String, String)] =
        [
            ("layout", layout), ("problem", problem),
            ("app-return", appReturn),
            ("action", action),
            ("action-done", actionDone),
            ("action-problem", actionProblem),
            ("outbox", outbox),
            ("outbox-message", outboxMessage),
        ] + EmulatorTemplates.all

    private static let layout = """
        <!doctype html>
        <html {{$language}}lang="en"{{/language}}>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{$title}}Sign in{{/title}} · Latchkey</title>
        <link rel="stylesheet" href="\(PageAsset.signInStyle.address)">
        <link rel="stylesheet" href="\(PageAsset.themePath)">
        </head>
        <body>
        {{#sandbox}}<header class="banner">Sandbox: the providers behind these buttons run on this machine, and nobody here is real.</header>{{/sandbox}}
        <main class="card">
        {{$content}}{{/content}}
        </main>
        </body>
        </html>
        """

    private static let problem = """
        {{<layout}}{{$title}}Sign-in stopped{{/title}}{{$content}}
        <h1>{{headline}}</h1>
        <p>{{text}}</p>
        {{#back}}<p><a href="{{back}}">Back to the app</a></p>{{/back}}
        {{^back}}<p class="quiet">You can close this window and start again from the app.</p>{{/back}}
        {{/content}}{{/layout}}
        """

    private static let appReturn = """
        {{<layout}}{{$title}}Back to the app{{/title}}{{$content}}
        <h1>Back to the app</h1>
        <p>This address belongs to an app on your device, and the browser has opened it instead.</p>
        <p>If there is a button “Open” at the top of the browser, it leads back to the app. Otherwise go there yourself and begin again.</p>
        {{/content}}{{/layout}}
        """

    private static let outbox = """
        {{<layout}}{{$title}}Outbox{{/title}}{{$content}}
        <h1>Outbox</h1>
        <p class="quiet">What people would be sent. In a sandbox everybody may read it.</p>
        {{#isEmpty}}<p>There are no messages yet.</p>{{/isEmpty}}
        <nav class="providers" aria-label="Messages">
        {{#messages}}<a class="button" href="/outbox/{{id}}">{{subject}}<br><small class="quiet">{{recipient}} · {{createdAt}} · {{state}}</small></a>
        {{/messages}}
        </nav>
        <p><a href="/sign-in">To the sign-in page</a></p>
        {{/content}}{{/layout}}
        """

    private static let outboxMessage = """
        {{<layout}}{{$title}}Message{{/title}}{{$content}}
        {{#row}}<h1 dir="auto">{{subject}}</h1>
        <dl>
        <dt>To</dt><dd>{{recipient}}</dd>
        <dt>Kind</dt><dd>{{kind}} <span class="tag">{{state}}</span></dd>
        <dt>Made</dt><dd>{{createdAt}}</dd>
        {{#error}}<dt>Last error</dt><dd>{{error}}</dd>{{/error}}
        </dl>{{/row}}
        {{#link}}<p><a class="button primary" id="link" href="{{link}}">Open the link</a></p>{{/link}}
        {{#code}}<p>Code <code id="code">{{code}}</code></p>{{/code}}
        {{#isMail}}<iframe class="mail" title="The mail as it looks" src="/outbox/{{row.id}}/mail" sandbox="allow-top-navigation-by-user-activation"></iframe>{{/isMail}}
        <pre class="text" dir="auto">{{text}}</pre>
        <p><a href="/outbox">All messages</a></p>
        {{/content}}{{/layout}}
        """

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
        <input type="hidden" name="username" autocomplete="username" value="{{email}}">
        <label>{{label}} <input type="password" name="newPassword" autocomplete="new-password" required minlength="6" maxlength="4096" \
        dir="ltr"></label>
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
