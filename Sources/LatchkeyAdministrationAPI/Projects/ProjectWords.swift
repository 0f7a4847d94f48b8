package import LatchkeyWeb
import LatchkeyWire

/// The descriptions of the calls for configurations and tenants, which an emulator has in a form of its own.
package enum ProjectWords {
    package static let readConfig = APIWords(
        "getConfig", .projects, "Returns the configuration of a project", "Firebase's `projects.getConfig`.")
    package static let changeConfig = APIWords(
        "updateConfig", .projects, "Changes the configuration of a project",
        "Changes the members that `updateMask` names; without it, those of the body. Firebase's `projects.updateConfig`.",
        errors: [.invalidArgument, .invalidConfig], request: #"{"signIn":{"anonymous":{"enabled":true}}}"#)
    package static let listTenants = APIWords(
        "listTenants", .projects, "Lists the tenants of a project",
        "A page has 20 tenants, or `pageSize`, at most 1,000. Firebase's `projects.tenants.list`.", errors: [.invalidPageSelection])
    package static let createTenant = APIWords(
        "createTenant", .projects, "Creates a tenant",
        "A tenant has accounts and providers of its own. The response contains its ID. Firebase's `projects.tenants.create`.",
        errors: [.invalidArgument, .invalidDisplayName, .invalidConfig], request: #"{"displayName":"example","allowPasswordSignup":true}"#,
        reply: #"{"name":"projects/default/tenants/example-1a2b3","tenantId":"example-1a2b3","displayName":"example"}"#)
    package static let readTenant = APIWords("getTenant", .projects, "Returns a tenant", "Firebase's `projects.tenants.get`.")
    package static let changeTenant = APIWords(
        "updateTenant", .projects, "Changes a tenant",
        "Changes the members that `updateMask` names; without it, those of the body. Firebase's `projects.tenants.patch`.",
        errors: [.invalidArgument, .invalidDisplayName, .invalidConfig], request: #"{"disableAuth":true}"#)
    package static let deleteTenant = APIWords(
        "deleteTenant", .projects, "Deletes a tenant", "Deletes a tenant with its accounts. Firebase's `projects.tenants.delete`.")
}
