package import CommonAssembly
import CoronaWarnLaboratory
import CoronaWarnPortal
import CoronaWarnPorts
import CoronaWarnVerification
package import PortalSections

extension CoronaWarnSystem {
    /// The hotline's section and the laboratory's.
    ///
    /// Each works on the data folder of its service. It is there if the service runs in this process, or if the pages
    /// are a process of their own and the folder has the service's database. So pages on the machine of a laboratory
    /// service give no teleTANs that no phone could redeem.
    package func portalSections(
        beside services: Set<ServiceName>,
        with means: ServiceMeans
    ) throws -> [any PortalSection] {
        let isAlone = services == [.portal]
        var sections: [any PortalSection] = []
        if services.contains(.verification) || isAlone && hasRegistrations {
            sections.append(try hotlineSection(with: means))
        }
        if services.contains(.laboratory) || isAlone && hasResults {
            sections.append(try laboratorySection(with: means))
        }
        return sections
    }

    private func hotlineSection(with means: ServiceMeans) throws -> HotlineSection {
        HotlineSection(
            teleTANs: try teleTANIssuer(counting: means.metrics),
            clock: realm.clock,
            calendar: realm.settings.calendar,
            logger: means.logger
        )
    }

    private func laboratorySection(with means: ServiceMeans) throws -> LaboratorySection {
        LaboratorySection(
            laboratories: LaboratoryAccounts(
                results: try testResultStores().results,
                keys: try laboratoryKeys(),
                clock: realm.clock,
                metrics: means.metrics
            ),
            clock: realm.clock,
            calendar: realm.settings.calendar,
            logger: means.logger
        )
    }
}
