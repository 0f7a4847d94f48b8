/// The templates that all modules share. Values appear only in double braces, which escape them.
enum PageTemplates {
    package static let all = [("layout", layout), ("problem", problem)]

    private static let layout = """
        <!doctype html>
        <html {{$language}}lang="en"{{/language}}>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{$title}}Sign in{{/title}} · Latchkey</title>
        <link rel="icon" href="\(PageAsset.icon.address)" type="image/svg+xml">
        <link rel="stylesheet" href="\(PageAsset.signInStyle.address)">
        <link rel="stylesheet" href="\(PageAsset.themePath)">
        </head>
        <body>
        {{#sandbox}}<header class="banner">Sandbox: the providers behind these buttons are mock providers on this machine. All users are test users.</header>{{/sandbox}}
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
}
