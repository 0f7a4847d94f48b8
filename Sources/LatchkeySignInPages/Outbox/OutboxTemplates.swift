/// The pages of the sandbox's outbox.
enum OutboxTemplates {
    static let all = [("outbox", outbox), ("outbox-message", outboxMessage)]

    private static let outbox = """
        {{<layout}}{{$title}}Outbox{{/title}}{{$content}}
        <h1>Outbox</h1>
        <p class="quiet">The messages that users would receive. In a sandbox, anyone can read them.</p>
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
        <dt>Created</dt><dd>{{createdAt}}</dd>
        {{#error}}<dt>Last error</dt><dd>{{error}}</dd>{{/error}}
        </dl>{{/row}}
        {{#link}}<p><a class="button primary" id="link" href="{{link}}">Open the link</a></p>{{/link}}
        {{#code}}<p>Code <code id="code">{{code}}</code></p>{{/code}}
        {{#isMail}}<iframe class="mail" title="Preview of the email" src="/outbox/{{row.id}}/mail" sandbox="allow-top-navigation-by-user-activation"></iframe>{{/isMail}}
        <pre class="text" dir="auto">{{text}}</pre>
        <p><a href="/outbox">All messages</a></p>
        {{/content}}{{/layout}}
        """
}
