import AssociationService
import ServiceKit

/// The association in the mode `decentralised`: a service without routes, jobs and stores.
struct AbsentAuthority: AuthorityService {}
