/// The pages of the account chooser. Tests of Firebase's web client rely on their element IDs.
package enum EmulatorTemplates {
    package static let all: [(String, String)] = [("account-chooser", chooser)]

    private static let chooser = """
        {{<layout}}{{$title}}Sign in with {{providerId}} · Auth Emulator{{/title}}{{$content}}
        <h1>Sign in with {{providerId}}</h1>
        <p class="quiet">Auth Emulator: no request is sent to {{providerId}}. Choose or add an account.</p>
        {{#hasAccounts}}
        <ul id="accounts-list">
        {{#accounts}}<li><form method="post" action="{{action}}">
        <input type="hidden" name="query" value="{{query}}">
        <button name="account" value="{{claims}}">{{title}} <span class="quiet">{{detail}}</span></button>
        </form></li>
        {{/accounts}}
        </ul>
        {{/hasAccounts}}
        <details {{^hasAccounts}}open{{/hasAccounts}}>
        <summary class="js-new-account">Add a new account</summary>
        <form id="main-form" method="post" action="{{action}}">
        <input type="hidden" name="query" value="{{query}}">
        <label>E-mail, if any <input id="email-input" type="email" name="email" maxlength="254" autocomplete="off"></label>
        <label class="choice">The e-mail is verified <input id="email-verified-input" type="checkbox" name="emailVerified" value="yes" checked></label>
        <label>Name <input id="display-name-input" name="displayName" maxlength="256" autocomplete="off"></label>
        <label>Screen name <input id="screen-name-input" name="screenName" maxlength="256" autocomplete="off"></label>
        <label>Picture URL <input id="profile-photo-input" type="url" name="photoUrl" maxlength="2048" autocomplete="off"></label>
        <button id="sign-in" class="primary">Sign in</button>
        </form>
        </details>
        <script src="/assets/emulator-handler.js" defer></script>
        {{/content}}{{/layout}}
        """
}
