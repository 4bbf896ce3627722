import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import PhonePorts

/// One download, from the configuration to the packages, over one connection. Its result is remembered when it ends, so
/// an interrupted download is made again.
struct DownloadSession: Sendable {
    let files: SignedTreeFiles
    let storage: PackageStorage
    let order: DownloadOrder

    func run() async -> DownloadOutcome {
        storage.sweep(keeping: order.progress.gathered)
        var client = DistributionClient(files: files, platform: order.platform, seen: order.seen)
        var outcome = DownloadOutcome()
        do throws(DownloadFailure) {
            let configuration = try await configuration(from: &client, into: &outcome)
            if order.wantsPackages {
                try await fetchPackages(from: &client, under: configuration, into: &outcome)
            }
        } catch {
            outcome.failure = error
        }
        outcome.seen = client.seen
        return outcome
    }

    /// The new configuration. If it is refused, the one before stays in force and packages are fetched nevertheless.
    private func configuration(
        from client: inout DistributionClient,
        into outcome: inout DownloadOutcome
    ) async throws(DownloadFailure) -> PhoneConfiguration {
        do throws(DownloadFailure) {
            let fetched = try await client.configuration().configuration
            outcome.configuration = fetched
            return fetched
        } catch {
            guard !error.isSilence, let before = order.configuration else {
                throw error
            }
            outcome.failure = error
            return before
        }
    }

    private func fetchPackages(
        from client: inout DistributionClient,
        under configuration: PhoneConfiguration,
        into outcome: inout DownloadOutcome
    ) async throws(DownloadFailure) {
        let region = configuration.packageRegion
        let now = files.clock.now()
        var progress = order.progress
        progress.follow(region: region.text)
        let index = try await index(of: region, on: now.utcDay, progress, from: &client)
        progress.settle(in: index)
        outcome.index = index
        let revoked = Set(configuration.revokedPackages.map(\.entityTag))
        for slot in progress.due(in: index, at: now).prefix(Self.maxPackages) {
            do throws(DownloadFailure) {
                let package = try await client.package(slot, of: region)
                try keep(package, slot, region, revoked: revoked, into: &outcome)
            } catch {
                guard !error.isSilence, error != .storage else {
                    throw error
                }
                outcome.failed.append(slot)
                outcome.failure = outcome.failure ?? error
            }
        }
    }

    /// The days on offer, and the hours of days that may not have a package yet.
    private func index(
        of region: RegionCode,
        on today: CalendarDay,
        _ progress: PackageProgress,
        from client: inout DistributionClient
    ) async throws(DownloadFailure) -> PackageIndex {
        var index = PackageIndex(region: region.text)
        index.days = try await client.days(of: region)
        for daysAgo in stride(from: Self.daysWithHours - 1, through: 0, by: -1) {
            let day = today.advanced(byDays: -daysAgo)
            guard !progress.isFinished(.day(day)) else {
                continue
            }
            let (hours, empty) = try await client.hours(of: region, on: day)
            index.hours[day] = hours
            index.emptyHours.formUnion(empty.map { PackageHour(day, $0) })
        }
        return index
    }

    private func keep(
        _ files: [FetchedPackageFile],
        _ slot: PackageSlot,
        _ region: RegionCode,
        revoked: Set<String>,
        into outcome: inout DownloadOutcome
    ) throws(DownloadFailure) {
        let isRevoked = files.contains { revoked.contains($0.entityTag) }
        guard !isRevoked, files.contains(where: { $0.keyCount > 0 }) else {
            outcome.skipped.append(slot)
            return
        }
        do throws(PhoneStorageError) {
            outcome.gathered.append(try storage.store(files, of: slot, region: region.text))
        } catch {
            throw .storage
        }
    }

    /// Packages of one session. More are left for the next.
    private static let maxPackages = 200
    /// Days whose hours are on offer, today included (``PackageLife``).
    private static let daysWithHours = 2
}

/// What a download begins with.
struct DownloadOrder: Equatable, Sendable {
    let platform: ValidConfiguration.Platform
    /// The configuration in force; nil on a new phone.
    let configuration: PhoneConfiguration?
    let seen: SeenStatements
    let progress: PackageProgress
    /// Whether the phone looks for exposures at all.
    let wantsPackages: Bool
}

/// What a download brings.
struct DownloadOutcome: Sendable {
    /// Nil if none came, or none that can be used.
    var configuration: PhoneConfiguration?
    var seen = SeenStatements()
    /// Nil if there was none, or the phone does not look for exposures.
    var index: PackageIndex?
    /// Packages that came and wait for a detection.
    var gathered: [GatheredPackage] = []
    /// Packages that came without keys, or were withdrawn.
    var skipped: [PackageSlot] = []
    var failed: [PackageSlot] = []
    /// The first failure. Everything before it, and every package besides, counts.
    var failure: DownloadFailure?

    /// Whether the schedule goes on with the next interval. Failed packages have retries of their own.
    var reachedServer: Bool { failure.map { !$0.isSilence } ?? true }
}

extension PhoneConfiguration {
    /// The region whose packages the phone uses: its country, or the union if keys of several countries count.
    var packageRegion: RegionCode {
        let countries = supportedCountries.compactMap { RegionCode($0) }
        return countries.count == 1 ? countries[0] : .union
    }
}
