import CommonAssembly
import CoronaWarnAPI
import CoronaWarnDistribution
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import Foundation
import SQLCoronaWarnStores
import SQLEngine
import SQLStores
import ServiceKit

/// What the data of a set-up says. The rules warn of what an operator has to do soon.
struct ServedState: Sendable {
    let now: UnixTime
    var hasWaitingKeys = false
    var laboratories: [AccessKeyHolder] = []
    var operators: [AccessKeyHolder] = []
    /// The partners in the countries with which keys are exchanged.
    var partners: [FederationState] = []
    var batches: [FederationRecord] = []

    /// The holders who cannot call any more within fourteen days. A key that has ended warns of nothing: its holder has
    /// noticed, or needs it no longer.
    func endingKeys(of holders: [AccessKeyHolder]) -> String? {
        let ending = holders.filter {
            !$0.isRevoked && (1...Self.warning).contains($0.expiry.seconds(since: now))
        }
        return Self.names(of: ending.map(\.name))
    }

    /// The partners that never answered, or not for a day. A paused one is not asked.
    var silentPartners: String? {
        countries { partner in
            !partner.isPaused
                && partner.answered.map { now.seconds(since: $0) >= UnixTime.secondsPerDay } != false
        }
    }

    /// The partners of which a batch was refused within the last day.
    var refusedPartners: String? {
        let refused = batches.filter {
            $0.refusal != nil && now.seconds(since: $0.received) < UnixTime.secondsPerDay
        }
        return countries { partner in refused.contains { $0.country == partner.partner.country } }
    }

    var pausedPartners: String? { countries(where: \.isPaused) }

    private func countries(where isMeant: (FederationState) -> Bool) -> String? {
        Self.names(of: partners.filter(isMeant).map(\.partner.country.text))
    }

    /// The first name and the number of the others; nil if there is none.
    private static func names(of all: [String]) -> String? {
        all.first.map { all.count == 1 ? $0 : "\($0) and \(all.count - 1) more" }
    }

    /// Seconds before the end of a key: enough for the holder to get the next one over a safe way.
    private static let warning = 14 * UnixTime.secondsPerDay
}

extension CoronaWarnSystem {
    /// Reads the databases of `served` that the services use, without changing them. A missing one says nothing.
    func servedState(of services: Set<ServiceName>, in served: RealmSettings) async throws -> ServedState {
        var state = ServedState(now: realm.clock.now())
        if services.contains(.laboratory), let laboratory = try served.inspection(of: .laboratory) {
            state.laboratories = try SQLAccessKeysOfFile(laboratory).holders()
        }
        guard let database = try served.inspection(of: .coronaWarn) else {
            return state
        }
        if services.contains(.verification) {
            state.operators = try SQLAccessKeysOfFile(database).holders()
        }
        if services.contains(.distribution) {
            let waiting = WaitingKeys(of: settings.countries.regions, in: SQLWaitingKeysOfFile(database))
            state.hasWaitingKeys = try await waiting.update(now: state.now) > 0
        }
        if services.contains(.federation) {
            let (partners, batches) = try SQLFederationOfFile(database).state(now: state.now)
            state.partners = partners.filter { federatedCountries.contains($0.partner.country) }
            state.batches = batches
        }
        return state
    }
}
