package import OperatorPortal
package import OperatorStores
import PortalSections
import ServiceKit

extension ServiceName {
    /// The operators' pages, with the sections of all systems.
    package static let portal = ServiceName(rawValue: "portal")
}

extension Server {
    /// The services of `systems`. The operators' pages are among them if a system has roles for them.
    package static func services(of systems: [any SystemAssembly.Type]) -> [ServiceName] {
        systems.flatMap { $0.services } + (roles(of: systems).isEmpty ? [] : [.portal])
    }

    /// The operators' roles in `systems`, each once.
    package static func roles(of systems: [any SystemAssembly.Type]) -> [OperatorRole] {
        var roles: Set<OperatorRole> = []
        return systems.flatMap { $0.roles }.filter { roles.insert($0).inserted }
    }

    /// The roles in `systems` for which an account must name an institution.
    package static func rolesOfInstitutions(of systems: [any SystemAssembly.Type]) -> Set<OperatorRole> {
        systems.reduce([]) { $0.union($1.rolesOfInstitutions) }
    }

    /// The operators' pages with the sections of the systems that run in this process, or of all `systems` if the pages
    /// are a process of their own.
    ///
    /// - Parameter services: all services of the process.
    static func portal(
        of systems: [any SystemAssembly],
        beside services: Set<ServiceName>,
        on realm: Realm,
        with means: ServiceMeans
    ) throws -> PortalService {
        let present = systems.filter { system in
            services == [.portal] || !services.isDisjoint(with: type(of: system).services)
        }
        let sections = try present.flatMap { try $0.portalSections(beside: services, with: means) }
        // Checked first: without a system that names it, there is no database of operators.
        guard !sections.isEmpty else {
            throw SectionError.noSection
        }
        return try PortalService(
            accounts: realm.operatorAccounts(),
            sections: sections,
            configuration: realm.settings.portal,
            clock: realm.clock,
            trusted: realm.clocks.clock(of: .operators),
            logger: means.logger
        )
    }

    /// Throws if a proxy is in front of an internal listener that does not check its callers.
    func checkProxy() throws(AssemblyError) {
        let host = realm.settings.host
        guard realm.settings.portal.site == nil || host.internalToken != nil || host.internalTLS?.clientAuthority != nil
        else {
            throw .proxyUnchecked
        }
    }
}

extension Realm {
    /// The accounts of the operators' pages, for their administrator.
    package func operatorAccounts() throws -> OperatorAccounts {
        OperatorAccounts(store: try stores.operators(), clock: clock)
    }
}
