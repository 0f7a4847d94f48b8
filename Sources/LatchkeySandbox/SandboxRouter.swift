public import Hummingbird

extension SandboxState {
    /// Returns a router with all endpoints, for the sandbox's listeners and for in-process tests.
    public func router() -> Router<SandboxContext> {
        let router = Router(context: SandboxContext.self)
        router.add(middleware: Doorway(state: self))
        let pages = Pages()

        RequestTokenEndpoint(state: self).add(to: router)
        AuthenticateEndpoint(state: self, pages: pages).add(to: router)
        AccessTokenEndpoint(state: self).add(to: router)
        VerifyCredentialsEndpoint(state: self).add(to: router)
        UsersMeEndpoint(state: self).add(to: router)
        InvalidateTokenEndpoint(state: self).add(to: router)

        AuthorizeEndpoint(state: self, pages: pages).add(to: router)
        ExchangeEndpoint(state: self).add(to: router)
        DeviceCodeEndpoint(state: self).add(to: router)
        DeviceEndpoint(state: self, pages: pages).add(to: router)
        for prefix: RouterPath in ["", "api/v3"] {
            let api = router.group(prefix)
            UserEndpoint(state: self).add(to: api)
            UserEmailsEndpoint(state: self).add(to: api)
            ApplicationTokenEndpoint(state: self).add(to: api)
        }

        for rules in OAuth2Rules.all {
            OAuth2AuthorizeEndpoint(state: self, pages: pages, rules: rules).add(to: router)
            OAuth2TokenEndpoint(state: self, rules: rules).add(to: router)
            OAuth2RevokeEndpoint(state: self, rules: rules).add(to: router)
            DiscoveryEndpoint(state: self, rules: rules).add(to: router)
            UserInfoEndpoint(state: self, rules: rules).add(to: router)
            rules.addEndpoints(of: self, to: router)
        }
        TokenInfoEndpoint(state: self).add(to: router)

        Stylesheet.add(to: router)
        SubmitScript.add(to: router)
        PictureEndpoint(state: self).add(to: router)
        let controlPage = ControlPage(state: self, pages: pages)
        controlPage.add(to: router)
        let control = router.group("sandbox").add(middleware: ControlGate())
        PeopleEndpoint(state: self).add(to: control)
        AppsEndpoint(state: self).add(to: control)
        TokensEndpoint(state: self).add(to: control)
        ApproveEndpoint(state: self).add(to: control)
        FaultsEndpoint(state: self).add(to: control)
        OpenIDKeysEndpoint(state: self).add(to: control)
        controlPage.addForms(to: control)
        return router
    }
}
