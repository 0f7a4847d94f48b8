// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// The pages of this server. Values appear only in double braces, which escape them.
enum PageTemplates {
    static let all: [(String, String)] =
        [
            ("layout", layout), ("problem", problem), ("sign-in", signIn), ("account", account), ("confirm", confirm),
            ("app-return", appReturn),
            ("action", action),
            ("action-done", actionDone),
            ("action-problem", actionProblem),
            ("leave", leave),
            ("outbox", outbox),
            ("outbox-message", outboxMessage),
            ("second-factor", secondFactor),
            ("stale-form", staleForm),
        ] + EmulatorTemplates.all

    private static let layout = """
        <!doctype html>
        <html {{$language}}lang="en"{{/language}}>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{$title}}Sign in{{/title}} · Latchkey</title>
        <link rel="stylesheet" href="/assets/latchkey.css">
        {{$refresh}}{{/refresh}}
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
        <p class="quiet">You can close this window and start again from the app.</p>
        {{/content}}{{/layout}}
        """

    private static let appReturn = """
        {{<layout}}{{$title}}Back to the app{{/title}}{{$content}}
        <h1>Back to the app</h1>
        <p>This address belongs to an app on your device, and the browser has opened it instead.</p>
        <p>If there is a button “Open” at the top of the browser, it leads back to the app. Otherwise go there yourself and begin again.</p>
        {{/content}}{{/layout}}
        """

    private static let staleForm = """
        {{<layout}}{{$title}}Please try again{{/title}}{{$content}}
        <h1>Please try again</h1>
        <p>This form cannot be used any more: this browser has lost the cookie that belongs to it, or refuses cookies.</p>
        <p><a class="button" href="/sign-in">Reload the page and try again</a></p>
        {{/content}}{{/layout}}
        """

    private static let signIn = """
        {{<layout}}{{$content}}
        <h1>Sign in</h1>
        <p class="quiet">to {{project}}</p>
        {{#message}}<p class="message" role="alert">{{message}}</p>{{/message}}
        {{#notice}}<p class="message" role="status">{{notice}}</p>{{/notice}}
        <nav class="providers" aria-label="Providers">
        {{#providers}}<a class="button" href="/sign-in/start?provider={{id}}">Continue with {{name}}</a>
        {{/providers}}
        </nav>
        {{#passkeys}}
        <form method="post" action="/sign-in/passkey" data-passkey="get" data-options="/sign-in/passkey/options" hidden>
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="credential">
        <p class="message" role="alert" hidden></p>
        <button>Sign in with a passkey</button>
        </form>
        <script src="/assets/passkeys.js" defer></script>
        {{/passkeys}}
        {{#password}}
        <p class="divider"><span>or with an e-mail address</span></p>
        <form method="post" action="/sign-in/password">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <label>E-mail <input type="email" name="email" autocomplete="username" required maxlength="254" value="{{email}}"></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" required maxlength="4096"></label>
        <div class="row">
        <button class="primary" name="mode" value="sign-in">Sign in</button>
        <button name="mode" value="sign-up">Create account</button>
        </div>
        <p><button class="plain" name="mode" value="forgot" formnovalidate>Forgot password?</button></p>
        </form>
        {{/password}}
        {{#sandbox}}<p class="quiet"><a href="/outbox">Messages that this server writes</a></p>{{/sandbox}}
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

    private static let account = """
        {{<layout}}{{$title}}Signed in{{/title}}{{$content}}
        <p class="quiet">You are signed in</p>
        <h1 id="name">{{name}}</h1>
        {{#message}}<p class="message" role="status">{{message}}</p>{{/message}}
        <dl>
        <dt>Account</dt><dd><code id="uid">{{uid}}</code></dd>
        {{#email}}<dt>E-mail</dt><dd>{{email}}{{#emailVerified}} <span class="tag">verified</span>{{/emailVerified}}</dd>{{/email}}
        {{#identities}}<dt>{{provider}}</dt><dd>{{label}} <span class="quiet">id {{rawID}}</span></dd>{{/identities}}
        </dl>
        <nav class="providers" aria-label="Link another provider">
        {{#linkable}}<form method="post" action="/sign-in/link">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <button name="provider" value="{{id}}">Link {{name}}</button>
        </form>
        {{/linkable}}
        </nav>
        {{#present}}<form method="post" action="/sign-in/passkeys/remove" class="line">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <span class="passkey">Passkey “{{name}}”</span>
        <button name="passkey" value="{{id}}" aria-label="Remove the passkey “{{name}}”">Remove</button>
        </form>
        {{/present}}
        {{#passkeys}}
        <form method="post" action="/sign-in/passkeys" data-passkey="create" data-options="/sign-in/passkeys/options" hidden>
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="credential">
        <label>Name of a new passkey <input name="name" autocomplete="off" maxlength="64" placeholder="This device"></label>
        <p class="message" role="alert" hidden></p>
        <p><button>Add a passkey</button></p>
        </form>
        <script src="/assets/passkeys.js" defer></script>
        {{/passkeys}}
        <form method="post" action="/sign-in/sign-out">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <button>Sign out</button>
        </form>
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

    private static let leave = """
        {{<layout}}{{$refresh}}<meta http-equiv="refresh" content="0;url={{url}}">{{/refresh}}{{$content}}
        <h1>One moment</h1>
        <p><a class="button" href="{{url}}">Continue to {{provider}}</a></p>
        {{/content}}{{/layout}}
        """

    private static let confirm = """
        {{<layout}}{{$title}}One more step{{/title}}{{$content}}
        <h1>One more step</h1>
        <p>There is an account with {{email}} already. Sign in to it once the way you did before, and {{provider}} will be linked to it.</p>
        <nav class="providers" aria-label="Ways to sign in to the existing account">
        {{#providers}}<a class="button" href="/sign-in/start?provider={{id}}">Continue with {{name}}</a>
        {{/providers}}
        </nav>
        {{#password}}
        <form method="post" action="/sign-in/password">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="email" value="{{email}}">
        <label>Password <input type="password" name="password" autocomplete="current-password" required maxlength="4096"></label>
        <button class="primary" name="mode" value="sign-in">Sign in and link</button>
        </form>
        {{/password}}
        {{#passkeys}}
        <form method="post" action="/sign-in/passkey" data-passkey="get" data-options="/sign-in/passkey/options" hidden>
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="credential">
        <p class="message" role="alert" hidden></p>
        <button>Sign in with a passkey and link</button>
        </form>
        <script src="/assets/passkeys.js" defer></script>
        {{/passkeys}}
        <p><a href="/sign-in">Not now</a></p>
        {{/content}}{{/layout}}
        """

    private static let secondFactor = """
        {{<layout}}{{$title}}Second factor{{/title}}{{$content}}
        <h1>One more proof</h1>
        <p>Your account is protected by a second factor.</p>
        {{#message}}<p class="message" role="alert">{{message}}</p>{{/message}}
        {{#sessionInfo}}
        <form method="post" action="/sign-in/second-factor">
        <input type="hidden" name="csrf" value="{{csrf}}"><input type="hidden" name="pending" value="{{pending}}">
        <input type="hidden" name="session" value="{{sessionInfo}}"><input type="hidden" name="kind" value="phone">
        <label>Code from the text message
        <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" autofocus></label>
        <button class="primary">Sign in</button>
        </form>
        {{/sessionInfo}}
        {{#totp}}
        <form method="post" action="/sign-in/second-factor">
        <input type="hidden" name="csrf" value="{{csrf}}"><input type="hidden" name="pending" value="{{pending}}">
        <input type="hidden" name="kind" value="totp"><input type="hidden" name="totp" value="yes">
        <label>Code from your authenticator program
        <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12"></label>
        <button class="primary">Sign in</button>
        </form>
        {{/totp}}
        {{#telephones}}
        <form method="post" action="/sign-in/second-factor">
        <input type="hidden" name="csrf" value="{{csrf}}"><input type="hidden" name="pending" value="{{pending}}">
        <button name="send" value="{{id}}">Send a code to {{name}}</button>
        </form>
        {{/telephones}}
        <details>
        <summary>Use a recovery code</summary>
        <form method="post" action="/sign-in/second-factor">
        <input type="hidden" name="csrf" value="{{csrf}}"><input type="hidden" name="pending" value="{{pending}}">
        <input type="hidden" name="kind" value="recovery">
        <label>Recovery code <input name="code" autocomplete="off" required maxlength="40"></label>
        <button>Sign in</button>
        </form>
        </details>
        {{/content}}{{/layout}}
        """
}
