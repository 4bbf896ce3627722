import CommonAssembly
import CoronaWarnAPI
package import CoronaWarnAdministration
import CoronaWarnConfiguration
package import CoronaWarnDistribution
import CoronaWarnPackages
import CoronaWarnServing
import DiagnosisKeyStores
package import KeyPublication
import Persistence
import SQLStores
import ServiceKit

extension CoronaWarnSystem {
    /// The service that makes packages and serves them.
    func distribution(with means: ServiceMeans) throws -> DistributionService {
        let cleanup = try keyCleanupJob()
        return DistributionService(
            job: try distributionJob(),
            cleanup: {
                let outcome = try await cleanup.run()
                return DeletedRows(
                    keys: outcome.deleted.keys,
                    unpublishedKeys: outcome.deleted.unpublishedKeys,
                    chunks: outcome.deleted.chunks,
                    tracesErased: outcome.tracesErased
                )
            },
            waiting: try waitingKeys(),
            metrics: means.metrics,
            storage: try realm.files,
            signer: means.signer,
            clock: realm.clock,
            logger: means.logger
        )
    }

    /// The job that publishes keys and assembles the tree.
    package func distributionJob() throws -> DistributionJob {
        // Read at once, so a missing key is known at the start.
        _ = try realm.exportSigners(named: settings.signatureInfo)
        let (stores, clock) = (try keyStores(), try realm.clocks.clock(of: .coronaWarn))
        let signer = try realm.messageSigningKey().map { StatementSigner($0) }
        let publications = try settings.countries.regions.flatMap { region in
            // Days follow their hours.
            try [PackageKind.hour, .day].map { try publication(of: $0, in: region, stores: stores) }
        }
        return DistributionJob(
            publications: publications,
            assembly: TreeAssembly(
                of: packages(in: stores),
                in: try realm.files,
                signer: signer,
                life: settings.distribution.life,
                revoked: try revokedTags(),
                clock: clock
            ),
            configuration: try configurationAssembly(signer: signer),
            clock: clock
        )
    }

    private func packages(in stores: ExposureStores) -> [RegionPackages] {
        settings.countries.regions.map { region in
            RegionPackages(
                of: region,
                hours: stores.chunks(of: PackageKind.hour.sequence(of: region)),
                days: stores.chunks(of: PackageKind.day.sequence(of: region))
            )
        }
    }

    /// The keys that have waited for more than a day.
    func waitingKeys() throws -> WaitingKeys {
        WaitingKeys(
            of: settings.countries.regions,
            in: SQLWaitingKeys(try realm.stores.database(.coronaWarn))
        )
    }

    private func revokedTags() throws -> TreeAssembly.RevokedTags {
        let administration = try configurationAdministration()
        return { try await administration.revokedTags() }
    }

    /// Withdraws packages, for their operator.
    package func packageWithdrawal() throws -> PackageWithdrawal {
        PackageWithdrawal(
            of: packages(in: try keyStores()),
            store: SQLWithdrawals(try realm.stores.database(.coronaWarn)),
            life: settings.distribution.life,
            clock: try realm.clocks.clock(of: .coronaWarn)
        )
    }

    private func configurationAssembly(signer: StatementSigner?) throws -> ConfigurationAssembly {
        let administration = try configurationAdministration()
        return ConfigurationAssembly(
            source: { try await administration.published() },
            signers: { [realm, settings] in try realm.exportSigners(named: settings.signatureInfo) },
            in: try realm.files,
            signer: signer
        )
    }

    /// The configuration of the phones, for its operator.
    package func configurationAdministration() throws -> ConfigurationAdministration {
        ConfigurationAdministration(
            store: SQLSettings(try realm.stores.database(.coronaWarnConfiguration)),
            first: .published(country: settings.countries.own.text),
            clock: realm.clock
        )
    }

    private func publication(
        of kind: PackageKind,
        in region: RegionCode,
        stores: ExposureStores
    ) throws -> DistributionJob.Publication {
        let job = PublicationJob(
            sequence: published(kind, in: region, stores: stores),
            files: try realm.files,
            signers: { [realm, settings] in try realm.exportSigners(named: settings.signatureInfo) },
            rules: settings.distribution.rules(of: kind, in: region),
            region: region.text,
            clock: try realm.clocks.clock(of: .coronaWarn),
            steps: realm.steps
        )
        return DistributionJob.Publication(of: PackageSequence(region: region, kind: kind)) {
            let outcome = try await job.run()
            return DistributionJob.Published(files: outcome.chunks.count, keys: outcome.keyCount)
        }
    }

    /// The job that deletes keys and chunks at the end of their lives.
    package func keyCleanupJob() throws -> CleanupJob {
        let stores = try keyStores()
        return CleanupJob(
            retention: stores.retention,
            sequences: settings.countries.regions.flatMap { region in
                PackageKind.allCases.map { published($0, in: region, stores: stores) }
            },
            followers: settings.countries.regions.map { PackageKind.day.sequence(of: $0) },
            files: try realm.files,
            clock: try realm.clocks.clock(of: .coronaWarn)
        )
    }

    private func published(_ kind: PackageKind, in region: RegionCode, stores: ExposureStores) -> PublishedSequence {
        let sequence = kind.sequence(of: region)
        return PublishedSequence(
            chunks: stores.chunks(of: sequence),
            folder: PackageKind.folder(of: sequence),
            days: settings.distribution.days(of: kind)
        )
    }
}
