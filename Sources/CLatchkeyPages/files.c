// The page files, compiled into the binary, so that only one file has to be installed. They are embedded from C (#embed), because Swift
// takes about a minute for the same content and C takes an instant.

#include "CLatchkeyPages.h"
#include "editor.h"

// #embed is of C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char assets_console_charts_css[] = {
#embed "Assets/console/charts.css"
};
static const unsigned char assets_console_data_css[] = {
#embed "Assets/console/data.css"
};
static const unsigned char assets_console_frame_css[] = {
#embed "Assets/console/frame.css"
};
static const unsigned char assets_console_messages_css[] = {
#embed "Assets/console/messages.css"
};
static const unsigned char assets_console_rules_css[] = {
#embed "Assets/console/rules.css"
};
static const unsigned char assets_data_js[] = {
#embed "Assets/data.js"
};
static const unsigned char assets_data_forms_js[] = {
#embed "Assets/data/forms.js"
};
static const unsigned char assets_design_base_css[] = {
#embed "Assets/design/base.css"
};
static const unsigned char assets_design_controls_css[] = {
#embed "Assets/design/controls.css"
};
static const unsigned char assets_design_display_css[] = {
#embed "Assets/design/display.css"
};
static const unsigned char assets_design_overlays_css[] = {
#embed "Assets/design/overlays.css"
};
static const unsigned char assets_design_tokens_css[] = {
#embed "Assets/design/tokens.css"
};
static const unsigned char assets_docs_css[] = {
#embed "Assets/docs.css"
};
static const unsigned char assets_docs_js[] = {
#embed "Assets/docs.js"
};
static const unsigned char assets_drawer_js[] = {
#embed "Assets/drawer.js"
};
static const unsigned char assets_icon_svg[] = {
#embed "Assets/icon.svg"
};
static const unsigned char assets_import_js[] = {
#embed "Assets/import.js"
};
static const unsigned char assets_live_js[] = {
#embed "Assets/live.js"
};
static const unsigned char assets_passkeys_js[] = {
#embed "Assets/passkeys.js"
};
static const unsigned char assets_password_js[] = {
#embed "Assets/password.js"
};
static const unsigned char assets_rules_js[] = {
#embed "Assets/rules.js"
};
static const unsigned char assets_rules_completion_js[] = {
#embed "Assets/rules/completion.js"
};
static const unsigned char assets_rules_editor_js[] = {
#embed "Assets/rules/editor.js"
};
static const unsigned char assets_rules_field_js[] = {
#embed "Assets/rules/field.js"
};
static const unsigned char assets_rules_mode_js[] = {
#embed "Assets/rules/mode.js"
};
static const unsigned char assets_session_js[] = {
#embed "Assets/session.js"
};
static const unsigned char assets_setup_js[] = {
#embed "Assets/setup.js"
};
static const unsigned char assets_sign_in_css[] = {
#embed "Assets/sign-in.css"
};
static const unsigned char assets_sign_in_js[] = {
#embed "Assets/sign-in.js"
};
static const unsigned char assets_template_js[] = {
#embed "Assets/template.js"
};
static const unsigned char assets_web_delivery_js[] = {
#embed "Assets/web-delivery.js"
};
static const unsigned char assets_web_frame_js[] = {
#embed "Assets/web-frame.js"
};
static const unsigned char assets_web_loader_js[] = {
#embed "Assets/web-loader.js"
};
static const unsigned char console_account_mustache[] = {
#embed "Console/account.mustache"
};
static const unsigned char console_administrators_mustache[] = {
#embed "Console/administrators.mustache"
};
static const unsigned char console_apps_mustache[] = {
#embed "Console/apps.mustache"
};
static const unsigned char console_back_end_head_mustache[] = {
#embed "Console/back-end-head.mustache"
};
static const unsigned char console_backups_mustache[] = {
#embed "Console/backups.mustache"
};
static const unsigned char console_data_mustache[] = {
#embed "Console/data.mustache"
};
static const unsigned char console_design_mustache[] = {
#embed "Console/design.mustache"
};
static const unsigned char console_frame_mustache[] = {
#embed "Console/frame.mustache"
};
static const unsigned char console_history_mustache[] = {
#embed "Console/history.mustache"
};
static const unsigned char console_hooks_mustache[] = {
#embed "Console/hooks.mustache"
};
static const unsigned char console_icons_mustache[] = {
#embed "Console/icons.mustache"
};
static const unsigned char console_import_mustache[] = {
#embed "Console/import.mustache"
};
static const unsigned char console_join_mustache[] = {
#embed "Console/join.mustache"
};
static const unsigned char console_keys_mustache[] = {
#embed "Console/keys.mustache"
};
static const unsigned char console_methods_mustache[] = {
#embed "Console/methods.mustache"
};
static const unsigned char console_new_user_mustache[] = {
#embed "Console/new-user.mustache"
};
static const unsigned char console_nodes_mustache[] = {
#embed "Console/nodes.mustache"
};
static const unsigned char console_outbox_message_mustache[] = {
#embed "Console/outbox-message.mustache"
};
static const unsigned char console_outbox_mustache[] = {
#embed "Console/outbox.mustache"
};
static const unsigned char console_overview_mustache[] = {
#embed "Console/overview.mustache"
};
static const unsigned char console_passkey_words_mustache[] = {
#embed "Console/passkey-words.mustache"
};
static const unsigned char console_plot_mustache[] = {
#embed "Console/plot.mustache"
};
static const unsigned char console_problem_mustache[] = {
#embed "Console/problem.mustache"
};
static const unsigned char console_projects_mustache[] = {
#embed "Console/projects.mustache"
};
static const unsigned char console_provider_mustache[] = {
#embed "Console/provider.mustache"
};
static const unsigned char console_rules_coverage_mustache[] = {
#embed "Console/rules-coverage.mustache"
};
static const unsigned char console_rules_history_mustache[] = {
#embed "Console/rules-history.mustache"
};
static const unsigned char console_rules_mustache[] = {
#embed "Console/rules.mustache"
};
static const unsigned char console_second_factor_mustache[] = {
#embed "Console/second-factor.mustache"
};
static const unsigned char console_secrets_mustache[] = {
#embed "Console/secrets.mustache"
};
static const unsigned char console_service_accounts_mustache[] = {
#embed "Console/service-accounts.mustache"
};
static const unsigned char console_settings_tabs_mustache[] = {
#embed "Console/settings-tabs.mustache"
};
static const unsigned char console_settings_mustache[] = {
#embed "Console/settings.mustache"
};
static const unsigned char console_setup_mustache[] = {
#embed "Console/setup.mustache"
};
static const unsigned char console_sign_in_again_mustache[] = {
#embed "Console/sign-in-again.mustache"
};
static const unsigned char console_sign_in_mustache[] = {
#embed "Console/sign-in.mustache"
};
static const unsigned char console_template_mustache[] = {
#embed "Console/template.mustache"
};
static const unsigned char console_templates_mustache[] = {
#embed "Console/templates.mustache"
};
static const unsigned char console_tenant_fields_mustache[] = {
#embed "Console/tenant-fields.mustache"
};
static const unsigned char console_tenant_mustache[] = {
#embed "Console/tenant.mustache"
};
static const unsigned char console_tenants_mustache[] = {
#embed "Console/tenants.mustache"
};
static const unsigned char console_usage_mustache[] = {
#embed "Console/usage.mustache"
};
static const unsigned char console_user_mustache[] = {
#embed "Console/user.mustache"
};
static const unsigned char console_users_delete_mustache[] = {
#embed "Console/users-delete.mustache"
};
static const unsigned char console_users_mustache[] = {
#embed "Console/users.mustache"
};
static const unsigned char console_webhook_fields_mustache[] = {
#embed "Console/webhook-fields.mustache"
};
static const unsigned char console_webhook_mustache[] = {
#embed "Console/webhook.mustache"
};
static const unsigned char console_webhooks_mustache[] = {
#embed "Console/webhooks.mustache"
};
static const unsigned char docs_page_mustache[] = {
#embed "Docs/page.mustache"
};
static const unsigned char sign_in_account_deleted_mustache[] = {
#embed "SignIn/account-deleted.mustache"
};
static const unsigned char sign_in_account_mustache[] = {
#embed "SignIn/account.mustache"
};
static const unsigned char sign_in_authenticator_mustache[] = {
#embed "SignIn/authenticator.mustache"
};
static const unsigned char sign_in_confirm_mustache[] = {
#embed "SignIn/confirm.mustache"
};
static const unsigned char sign_in_email_link_mustache[] = {
#embed "SignIn/email-link.mustache"
};
static const unsigned char sign_in_ended_mustache[] = {
#embed "SignIn/ended.mustache"
};
static const unsigned char sign_in_frame_mustache[] = {
#embed "SignIn/frame.mustache"
};
static const unsigned char sign_in_go_on_mustache[] = {
#embed "SignIn/go-on.mustache"
};
static const unsigned char sign_in_leave_mustache[] = {
#embed "SignIn/leave.mustache"
};
static const unsigned char sign_in_mail_sent_mustache[] = {
#embed "SignIn/mail-sent.mustache"
};
static const unsigned char sign_in_marks_mustache[] = {
#embed "SignIn/marks.mustache"
};
static const unsigned char sign_in_new_account_mustache[] = {
#embed "SignIn/new-account.mustache"
};
static const unsigned char sign_in_not_found_mustache[] = {
#embed "SignIn/not-found.mustache"
};
static const unsigned char sign_in_own_account_mustache[] = {
#embed "SignIn/own-account.mustache"
};
static const unsigned char sign_in_page_mustache[] = {
#embed "SignIn/page.mustache"
};
static const unsigned char sign_in_passkey_words_mustache[] = {
#embed "SignIn/passkey-words.mustache"
};
static const unsigned char sign_in_phone_code_mustache[] = {
#embed "SignIn/phone-code.mustache"
};
static const unsigned char sign_in_providers_mustache[] = {
#embed "SignIn/providers.mustache"
};
static const unsigned char sign_in_recovery_codes_mustache[] = {
#embed "SignIn/recovery-codes.mustache"
};
static const unsigned char sign_in_reset_mustache[] = {
#embed "SignIn/reset.mustache"
};
static const unsigned char sign_in_second_factor_mustache[] = {
#embed "SignIn/second-factor.mustache"
};
static const unsigned char sign_in_show_password_mustache[] = {
#embed "SignIn/show-password.mustache"
};
static const unsigned char sign_in_stale_form_mustache[] = {
#embed "SignIn/stale-form.mustache"
};
static const unsigned char sign_in_welcome_mustache[] = {
#embed "SignIn/welcome.mustache"
};
static const unsigned char web_flow_delivery_mustache[] = {
#embed "WebFlow/delivery.mustache"
};
static const unsigned char web_flow_frame_mustache[] = {
#embed "WebFlow/frame.mustache"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const latchkey_page_file files[] = {
    FILE("Assets/console/charts.css", assets_console_charts_css),
    FILE("Assets/console/data.css", assets_console_data_css),
    FILE("Assets/console/frame.css", assets_console_frame_css),
    FILE("Assets/console/messages.css", assets_console_messages_css),
    FILE("Assets/console/rules.css", assets_console_rules_css),
    FILE("Assets/data.js", assets_data_js),
    FILE("Assets/data/forms.js", assets_data_forms_js),
    FILE("Assets/design/base.css", assets_design_base_css),
    FILE("Assets/design/controls.css", assets_design_controls_css),
    FILE("Assets/design/display.css", assets_design_display_css),
    FILE("Assets/design/overlays.css", assets_design_overlays_css),
    FILE("Assets/design/tokens.css", assets_design_tokens_css),
    FILE("Assets/docs.css", assets_docs_css),
    FILE("Assets/docs.js", assets_docs_js),
    FILE("Assets/drawer.js", assets_drawer_js),
    FILE("Assets/icon.svg", assets_icon_svg),
    FILE("Assets/import.js", assets_import_js),
    FILE("Assets/live.js", assets_live_js),
    FILE("Assets/passkeys.js", assets_passkeys_js),
    FILE("Assets/password.js", assets_password_js),
    FILE("Assets/rules.js", assets_rules_js),
    FILE("Assets/rules/completion.js", assets_rules_completion_js),
    FILE("Assets/rules/editor.js", assets_rules_editor_js),
    FILE("Assets/rules/field.js", assets_rules_field_js),
    FILE("Assets/rules/mode.js", assets_rules_mode_js),
    FILE("Assets/session.js", assets_session_js),
    FILE("Assets/setup.js", assets_setup_js),
    FILE("Assets/sign-in.css", assets_sign_in_css),
    FILE("Assets/sign-in.js", assets_sign_in_js),
    FILE("Assets/template.js", assets_template_js),
    FILE("Assets/web-delivery.js", assets_web_delivery_js),
    FILE("Assets/web-frame.js", assets_web_frame_js),
    FILE("Assets/web-loader.js", assets_web_loader_js),
    FILE("Console/account.mustache", console_account_mustache),
    FILE("Console/administrators.mustache", console_administrators_mustache),
    FILE("Console/apps.mustache", console_apps_mustache),
    FILE("Console/back-end-head.mustache", console_back_end_head_mustache),
    FILE("Console/backups.mustache", console_backups_mustache),
    FILE("Console/data.mustache", console_data_mustache),
    FILE("Console/design.mustache", console_design_mustache),
    FILE("Console/frame.mustache", console_frame_mustache),
    FILE("Console/history.mustache", console_history_mustache),
    FILE("Console/hooks.mustache", console_hooks_mustache),
    FILE("Console/icons.mustache", console_icons_mustache),
    FILE("Console/import.mustache", console_import_mustache),
    FILE("Console/join.mustache", console_join_mustache),
    FILE("Console/keys.mustache", console_keys_mustache),
    FILE("Console/methods.mustache", console_methods_mustache),
    FILE("Console/new-user.mustache", console_new_user_mustache),
    FILE("Console/nodes.mustache", console_nodes_mustache),
    FILE("Console/outbox-message.mustache", console_outbox_message_mustache),
    FILE("Console/outbox.mustache", console_outbox_mustache),
    FILE("Console/overview.mustache", console_overview_mustache),
    FILE("Console/passkey-words.mustache", console_passkey_words_mustache),
    FILE("Console/plot.mustache", console_plot_mustache),
    FILE("Console/problem.mustache", console_problem_mustache),
    FILE("Console/projects.mustache", console_projects_mustache),
    FILE("Console/provider.mustache", console_provider_mustache),
    FILE("Console/rules-coverage.mustache", console_rules_coverage_mustache),
    FILE("Console/rules-history.mustache", console_rules_history_mustache),
    FILE("Console/rules.mustache", console_rules_mustache),
    FILE("Console/second-factor.mustache", console_second_factor_mustache),
    FILE("Console/secrets.mustache", console_secrets_mustache),
    FILE("Console/service-accounts.mustache", console_service_accounts_mustache),
    FILE("Console/settings-tabs.mustache", console_settings_tabs_mustache),
    FILE("Console/settings.mustache", console_settings_mustache),
    FILE("Console/setup.mustache", console_setup_mustache),
    FILE("Console/sign-in-again.mustache", console_sign_in_again_mustache),
    FILE("Console/sign-in.mustache", console_sign_in_mustache),
    FILE("Console/template.mustache", console_template_mustache),
    FILE("Console/templates.mustache", console_templates_mustache),
    FILE("Console/tenant-fields.mustache", console_tenant_fields_mustache),
    FILE("Console/tenant.mustache", console_tenant_mustache),
    FILE("Console/tenants.mustache", console_tenants_mustache),
    FILE("Console/usage.mustache", console_usage_mustache),
    FILE("Console/user.mustache", console_user_mustache),
    FILE("Console/users-delete.mustache", console_users_delete_mustache),
    FILE("Console/users.mustache", console_users_mustache),
    FILE("Console/webhook-fields.mustache", console_webhook_fields_mustache),
    FILE("Console/webhook.mustache", console_webhook_mustache),
    FILE("Console/webhooks.mustache", console_webhooks_mustache),
    FILE("Docs/page.mustache", docs_page_mustache),
    FILE("SignIn/account-deleted.mustache", sign_in_account_deleted_mustache),
    FILE("SignIn/account.mustache", sign_in_account_mustache),
    FILE("SignIn/authenticator.mustache", sign_in_authenticator_mustache),
    FILE("SignIn/confirm.mustache", sign_in_confirm_mustache),
    FILE("SignIn/email-link.mustache", sign_in_email_link_mustache),
    FILE("SignIn/ended.mustache", sign_in_ended_mustache),
    FILE("SignIn/frame.mustache", sign_in_frame_mustache),
    FILE("SignIn/go-on.mustache", sign_in_go_on_mustache),
    FILE("SignIn/leave.mustache", sign_in_leave_mustache),
    FILE("SignIn/mail-sent.mustache", sign_in_mail_sent_mustache),
    FILE("SignIn/marks.mustache", sign_in_marks_mustache),
    FILE("SignIn/new-account.mustache", sign_in_new_account_mustache),
    FILE("SignIn/not-found.mustache", sign_in_not_found_mustache),
    FILE("SignIn/own-account.mustache", sign_in_own_account_mustache),
    FILE("SignIn/page.mustache", sign_in_page_mustache),
    FILE("SignIn/passkey-words.mustache", sign_in_passkey_words_mustache),
    FILE("SignIn/phone-code.mustache", sign_in_phone_code_mustache),
    FILE("SignIn/providers.mustache", sign_in_providers_mustache),
    FILE("SignIn/recovery-codes.mustache", sign_in_recovery_codes_mustache),
    FILE("SignIn/reset.mustache", sign_in_reset_mustache),
    FILE("SignIn/second-factor.mustache", sign_in_second_factor_mustache),
    FILE("SignIn/show-password.mustache", sign_in_show_password_mustache),
    FILE("SignIn/stale-form.mustache", sign_in_stale_form_mustache),
    FILE("SignIn/welcome.mustache", sign_in_welcome_mustache),
    FILE("WebFlow/delivery.mustache", web_flow_delivery_mustache),
    FILE("WebFlow/frame.mustache", web_flow_frame_mustache),
};

const latchkey_page_file *latchkey_page_file_at(size_t index) {
    const size_t count = sizeof files / sizeof *files;
    return index < count ? &files[index] : latchkey_editor_file_at(index - count);
}
