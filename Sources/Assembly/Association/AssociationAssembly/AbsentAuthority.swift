import AssociationService
import CommonAssembly
import ServiceKit

/// The association in the mode `decentralised`: a service without routes, jobs and stores.
struct AbsentAuthority: HostedService {
    let name = ServiceName.association.rawValue
    let refusals: any RefusalRenderer = AuthorityRefusals()

    func checkHealth() async throws {}
}
