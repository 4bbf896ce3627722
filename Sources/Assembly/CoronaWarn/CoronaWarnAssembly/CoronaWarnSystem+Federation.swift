import CommonAssembly
package import CoronaWarnAPI
package import CoronaWarnFederation
package import CoronaWarnPorts
import CoronaWarnServing
import CoronaWarnSubmission
import DiagnosisKeyStores
import Foundation
import HTTPCoronaWarn
import HTTPTransport
import KeyFiles
import SQLCoronaWarnStores
import ServiceKit
import Signing
import WireFormat

extension CoronaWarnSystem {
    /// The service that exchanges keys with other countries.
    func federation(with means: ServiceMeans) throws -> FederationService {
        FederationService(
            job: try federationJob(),
            outgoing: try outgoingBatches(),
            store: try federationStore(),
            signer: try batchSigningKey(),
            countries: settings.countries,
            metrics: means.metrics,
            clock: realm.clock,
            logger: means.logger
        )
    }

    /// The job that makes batches and takes those of partners.
    package func federationJob() throws -> FederationJob {
        let configuration = settings.federation
        // Read at once, so a file that cannot be used is known at the start.
        let certificate = PartnerCertificate(
            certificateFile: configuration.certificateFile,
            keyFile: configuration.certificateKeyFile
        )
        try certificate.check()
        return FederationJob(
            outgoing: try outgoingBatches(),
            store: try federationStore(),
            policy: ReceptionPolicy(
                countries: settings.countries,
                levels: settings.submission.levels.published,
                minLevel: settings.submission.minLevel,
                minOnsetDays: configuration.minOnsetDays
            ),
            clock: try realm.clocks.clock(of: .coronaWarn),
            steps: realm.steps
        ) { partner in
            try Self.connection(to: partner, showing: certificate)
        }
    }

    /// The partners and what became of their batches.
    package func federationStore() throws -> any FederationStore {
        SQLFederation(try realm.stores.database(.coronaWarn))
    }

    /// The countries with which keys are exchanged, by the settings.
    package var federatedCountries: Set<RegionCode> { settings.countries.federated }

    private func outgoingBatches() throws -> OutgoingBatches {
        let stores = try keyStores()
        return OutgoingBatches(
            from: settings.countries.own,
            sequences: settings.countries.federated.reduce(into: [:]) { sequences, country in
                sequences[country] = stores.chunks(of: .batches(for: country))
            },
            rules: settings.federation.rules,
            clock: try realm.clocks.clock(of: .coronaWarn),
            steps: realm.steps
        )
    }
}

// MARK: - Keys and certificates

extension CoronaWarnSystem {
    /// The key that signs batches. Nil if there is no country to exchange keys with.
    func batchSigningKey() throws -> FileSigningKey? {
        guard !settings.countries.federated.isEmpty else {
            return nil
        }
        guard let path = settings.federation.signingKeyFile else {
            throw CoronaWarnAssemblyError.unsignedBatches
        }
        let key = try FileSigningKey(path: path)
        // A key that also signs other things could be made to sign a batch.
        if try realm.messageSigningKey()?.publicKey == key.publicKey {
            throw CoronaWarnAssemblyError.sharedBatchKey
        }
        return key
    }

    private static func connection(
        to partner: FederationPartner,
        showing certificate: PartnerCertificate
    ) throws -> any PartnerConnection {
        guard let server = ServerURL(partner.server) else {
            throw CoronaWarnAssemblyError.unreadable(partner.server)
        }
        let exchange = try certificate.exchange(
            with: server,
            roots: partner.trustRoots,
            timeout: HTTPPartnerConnection.timeout
        )
        return HTTPPartnerConnection(exchange: exchange) { try? await exchange.shutDown() }
    }
}
