extension Templates {
    /// The frame of all pages; `title` comes from each page's view.
    static let frameText = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{title}} · Sandbox</title>
        <link rel="icon" href="/sandbox/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/sandbox/style.css">
        {{#refresh}}<meta http-equiv="refresh" content="0;url={{address}}">
        {{/refresh}}{{#script}}<script src="{{.}}" defer></script>
        {{/script}}</head>
        <body>
        <header class="banner"><strong>Sandbox</strong> Nothing here is real: no account, no password, no provider. \
        <a href="/" target="_blank" rel="noopener">People and faults</a></header>
        <main{{#brand}} class="{{.}}"{{/brand}}>
        {{>body}}
        </main>
        </body>
        </html>
        """

    static let consentBody = """
        <p class="brand"><span class="mark" aria-hidden="true">{{initial}}</span> {{provider}}</p>
        <h1>{{title}}</h1>
        <p class="lead"><strong>{{app}}</strong> requests access to an account at the mock {{provider}}.</p>
        <form method="post">
        <input type="hidden" name="csrf" value="{{csrf}}">
        {{#hidden}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/hidden}}<fieldset class="people">
        <legend>Choose an account</legend>
        {{#choices}}<label class="person"><input type="radio" name="person" value="{{key}}"{{#isChosen}} checked{{/isChosen}} required>\
        <img src="{{avatar}}" alt="" width="40" height="40">\
        <span class="names"><span class="name" dir="auto">{{name}}</span> <span class="handle">{{handle}}</span></span></label>
        {{/choices}}</fieldset>
        <section aria-labelledby="permissions">
        <h2 id="permissions">It will be able to</h2>
        <ul>{{#permissions}}<li>{{.}}</li>{{/permissions}}</ul>
        </section>
        {{#hasScopes}}<fieldset class="scopes">
        <legend>Do not allow it to</legend>
        {{#scopes}}<label><input type="checkbox" name="withhold" value="{{name}}"> {{meaning}} <code>{{name}}</code></label>
        {{/scopes}}</fieldset>
        {{/hasScopes}}<div class="buttons">
        <button class="primary" type="submit" name="action" value="allow">Allow</button>
        <button type="submit" name="action" value="deny" formnovalidate>Deny</button>
        </div>
        </form>
        <details>
        <summary>Use a new account</summary>
        <form method="post">
        <input type="hidden" name="csrf" value="{{csrf}}">
        {{#hidden}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/hidden}}<label class="field">Name <input name="name" required maxlength="100" autocomplete="off"></label>
        <label class="field">E-mail, if any <input name="email" type="email" maxlength="254" autocomplete="off"></label>
        <label><input type="checkbox" name="verified" value="yes" checked> The address is confirmed</label>
        <div class="buttons"><button type="submit" name="action" value="add">Add this person</button></div>
        </form>
        </details>
        """

    static let pinBody = """
        <h1>{{title}}</h1>
        <p class="lead">Enter this number in <strong>{{app}}</strong> to finish:</p>
        <p class="pin"><output id="pin">{{pin}}</output></p>
        """

    static let leaveBody = """
        <h1>{{title}}</h1>
        <p class="lead">{{#isDenied}}You denied access to <strong>{{app}}</strong>.{{/isDenied}}\
        {{^isDenied}}You allowed access for <strong>{{app}}</strong>.{{/isDenied}} Redirecting...</p>
        <p><a id="continue" class="primary" href="{{address}}">Continue to {{app}}</a></p>
        """

    /// The page that posts the result as a form: automatically, or with the button when scripts are disabled.
    static let formPostBody = """
        <h1>{{title}}</h1>
        <p class="lead">{{#isDenied}}You denied access to <strong>{{app}}</strong>.{{/isDenied}}\
        {{^isDenied}}You allowed access for <strong>{{app}}</strong>.{{/isDenied}} Redirecting...</p>
        <form id="outcome" method="post" action="{{address}}">
        {{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/fields}}<div class="buttons"><button class="primary" type="submit">Continue to {{app}}</button></div>
        </form>
        """

    static let messageBody = """
        <h1>{{title}}</h1>
        <p class="lead">{{text}}</p>
        """

    static let deviceCodeBody = """
        <h1>{{title}}</h1>
        <p class="lead">Enter the code that your device shows.</p>
        {{#problem}}<p class="problem" role="alert">{{.}}</p>
        {{/problem}}<form method="post">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <label class="field">Code <input name="user_code" value="{{userCode}}" required maxlength="20" autocomplete="off" \
        autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX"></label>
        <div class="buttons"><button class="primary" type="submit">Continue</button></div>
        </form>
        """

    static let controlBody = """
        <h1>{{title}}</h1>
        <p class="lead">Mock providers that use the real protocols. Point an application at \
        <code>{{address}}</code>, or for OpenID at the issuer <code>{{issuer}}</code>, and sign in as one of these people.</p>
        {{#problem}}<p class="problem" role="alert">{{.}}</p>
        {{/problem}}{{^mayChange}}<p class="lead">People and faults can be added from this machine only.</p>
        {{/mayChange}}<h2 id="people">People</h2>
        <div class="scroll" role="region" aria-labelledby="people" tabindex="0"><table>
        <thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col">Twitter and X</th>\
        <th scope="col">GitHub</th><th scope="col">OpenID</th></tr></thead>
        <tbody>
        {{#people}}<tr><td><code>{{key}}</code></td><td dir="auto">{{name}}</td><td>{{twitter}}</td>\
        <td>{{github}}</td><td>{{openID}}</td></tr>
        {{/people}}</tbody>
        </table></div>
        {{#hidden}}<p class="lead">And {{.}} more that were added earlier.</p>
        {{/hidden}}{{#mayChange}}<details>
        <summary>Add a person</summary>
        <form method="post" action="/sandbox/page/people">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <label class="field">Name <input name="name" required maxlength="100" autocomplete="off"></label>
        <label class="field">E-mail, if any <input name="email" type="email" maxlength="254" autocomplete="off"></label>
        <label><input type="checkbox" name="verified" value="yes" checked> The address is confirmed</label>
        <div class="buttons"><button type="submit">Add this person</button></div>
        </form>
        </details>
        {{/mayChange}}{{^empty(apps)}}<h2 id="apps">Apps</h2>
        <p class="lead">The keys and secrets to configure a server with, as on a provider's settings page.</p>
        <div class="scroll" role="region" aria-labelledby="apps" tabindex="0"><table>
        <thead><tr><th scope="col">Provider</th><th scope="col">App</th><th scope="col">Key or client id</th>\
        <th scope="col">Secret</th></tr></thead>
        <tbody>
        {{#apps}}<tr><td>{{provider}}</td><td dir="auto">{{name}}</td><td><code>{{key}}</code></td><td><code>{{secret}}</code></td></tr>
        {{/apps}}</tbody>
        </table></div>
        {{/empty(apps)}}<h2 id="faults">Active faults</h2>
        {{#empty(faults)}}<p class="lead">None: all providers work normally.</p>
        {{/empty(faults)}}<ul aria-labelledby="faults">{{#faults}}<li>{{meaning}} (<code>{{kind}}</code>), {{occasion}}</li>
        {{/faults}}</ul>
        {{#mayChange}}{{^empty(faults)}}<form method="post" action="/sandbox/page/faults/clear">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <div class="buttons"><button type="submit">Clear all faults</button></div>
        </form>
        {{/empty(faults)}}<details>
        <summary>Add a fault</summary>
        <form method="post" action="/sandbox/page/faults">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <label class="field">Fault <select name="kind">{{#kinds}}<option value="{{value}}">{{name}}</option>
        {{/kinds}}</select></label>
        <label class="field">Provider <select name="provider"><option value="">All providers</option>
        {{#providers}}<option value="{{value}}">{{name}}</option>
        {{/providers}}</select></label>
        <label class="field">Person <select name="person"><option value="">Everyone</option>
        {{#people}}<option value="{{key}}">{{name}}</option>
        {{/people}}</select></label>
        <label class="field">Path, if not all <input name="path" maxlength="200" autocomplete="off" \
        placeholder="/oauth/access_token"></label>
        <label class="field">Requests; 0 for no limit <input name="times" type="number" min="0" max="1000000" value="1" required></label>
        <div class="buttons"><button class="primary" type="submit">Add fault</button></div>
        </form>
        </details>
        {{/mayChange}}
        """
}
