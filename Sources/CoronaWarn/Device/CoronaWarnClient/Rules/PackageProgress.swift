import ClientKit
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives

/// Which packages of a region the phone has finished, which it has gathered, and which failed.
struct PackageProgress: Codable, Hashable, Sendable {
    /// Two or three capitals; the packages of another region count for nothing.
    private(set) var region: String
    private var finished: Set<PackageSlot> = []
    private var failed: [PackageSlot: Failure] = [:]
    /// Packages that wait for a detection, oldest first.
    private(set) var gathered: [GatheredPackage] = []

    struct Failure: Codable, Hashable, Sendable {
        var count: Int
        var retryAt: UnixTime
    }

    init(region: String) {
        self.region = region
    }

    /// The packages to fetch now, oldest first: hours where they do, days for what was missed longer.
    func due(in index: PackageIndex, at now: UnixTime) -> [PackageSlot] {
        index.days.union(index.hours.keys).sorted().flatMap { due(on: $0, in: index) }
            .filter { failed[$0].map { isOver($0, at: now) } != false }
    }

    private func due(on day: CalendarDay, in index: PackageIndex) -> [PackageSlot] {
        guard !finished.contains(.day(day)) else {
            return []
        }
        let hours = index.slots(on: day)
        let missing = hours.filter { !finished.contains($0) }
        // A day's package has what its hours have. It is worth its size only if most of them are missing, and none of
        // its keys shall be handed over twice.
        let came = hours.contains { finished.contains($0) && !index.isEmpty($0) }
        guard index.days.contains(day), hours.isEmpty || !came && missing.count > PackageHour.perDay / 2 else {
            return missing
        }
        return [.day(day)]
    }

    /// Records what a download brought.
    mutating func record(
        _ outcome: DownloadOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        guard let index = outcome.index else {
            return
        }
        follow(region: index.region)
        outcome.skipped.forEach { skip($0) }
        outcome.gathered.forEach { gather($0) }
        for slot in outcome.failed {
            fail(slot, at: now, using: &generator)
        }
        settle(in: index)
        forgetExpired(on: now.utcDay)
    }

    /// Records what an index tells: hours without keys need not come, a day is finished with the last of its hours, and
    /// packages that are not on offer any more fail no longer.
    mutating func settle(in index: PackageIndex) {
        for hour in index.emptyHours {
            skip(.hour(hour))
        }
        for day in index.days {
            let hours = index.slots(on: day)
            if !hours.isEmpty, hours.allSatisfy(finished.contains) {
                finished.insert(.day(day))
            }
        }
        let offered = Set(index.days.map(PackageSlot.day) + index.hours.keys.flatMap(index.slots))
        failed = failed.filter { offered.contains($0.key) && !isFinished($0.key) }
    }

    /// Whether the package is there, or that of its whole day.
    func isFinished(_ slot: PackageSlot) -> Bool {
        finished.contains(slot) || finished.contains(.day(slot.start.utcDay))
    }

    /// Records a package without keys, or one that was withdrawn.
    private mutating func skip(_ slot: PackageSlot) {
        failed[slot] = nil
        finished.insert(slot)
    }

    /// Records a package whose files are stored.
    private mutating func gather(_ package: GatheredPackage) {
        skip(package.slot)
        gathered.removeAll { $0.slot == package.slot }
        gathered.append(package)
        gathered.sort { $0.slot.start < $1.slot.start }
    }

    /// Records that a package could not be fetched or is not valid. The others continue without it.
    private mutating func fail(_ slot: PackageSlot, at now: UnixTime, using generator: inout some RandomNumberGenerator)
    {
        let count = (failed[slot]?.count ?? 0) + 1
        let delay = Self.delay.draw(afterFailures: count, using: &generator)
        failed[slot] = Failure(count: count, retryAt: now.advanced(bySeconds: delay))
    }

    /// Removes the packages that the framework has, or whose files are of no use.
    mutating func remove(_ slots: Set<PackageSlot>) {
        gathered.removeAll { slots.contains($0.slot) }
    }

    /// Has a package fetched again: its files were damaged on the phone.
    mutating func forget(_ slot: PackageSlot) {
        remove([slot])
        finished.subtract([slot, .day(slot.start.utcDay)])
    }

    /// Drops gathered packages that the authority withdrew. A package of several files goes as a whole.
    ///
    /// - Returns: those dropped.
    mutating func drop(revoked: [RevokedPackage]) -> [GatheredPackage] {
        let tags = Set(revoked.filter { $0.region == region }.map(\.entityTag))
        let dropped = gathered.filter { package in package.files.contains { tags.contains($0.entityTag) } }
        remove(Set(dropped.map(\.slot)))
        return dropped
    }

    /// Starts over if the configuration names another region. Gathered packages stay: their keys are sound.
    mutating func follow(region: String) {
        guard region != self.region else {
            return
        }
        self.region = region
        (finished, failed) = ([], [:])
    }

    /// Forgets what is not on offer any more, by far.
    private mutating func forgetExpired(on today: CalendarDay) {
        let isOld = { (slot: PackageSlot) in today.days(since: slot.start.utcDay) > Self.memoryDays }
        finished = finished.filter { !isOld($0) }
        failed = failed.filter { !isOld($0.key) }
    }

    /// The time of the next retry of a package that failed.
    var nextRetry: UnixTime? { failed.values.map(\.retryAt).min() }

    private func isOver(_ failure: Failure, at now: UnixTime) -> Bool {
        // If the clock was set back by more than the longest delay, the package must not wait.
        failure.retryAt <= now || failure.retryAt.seconds(since: now) > Self.delay.longest
    }

    /// Longer than any package is on offer (``PackageLife/dayCounts``).
    private static let memoryDays = 31
    /// From a minute to four hours.
    private static let delay = RetryDelay(first: 60, longest: 14_400)
}

/// What is on offer for a region.
struct PackageIndex: Hashable, Sendable {
    let region: String
    /// Days with a package.
    var days: Set<CalendarDay> = []
    /// The hours with a package, by day, 0…23 each.
    var hours: [CalendarDay: Set<Int>] = [:]
    /// Those that the authority states to be without keys.
    var emptyHours: Set<PackageHour> = []

    /// Whether the authority states that a package of an hour has no keys.
    func isEmpty(_ slot: PackageSlot) -> Bool {
        if case .hour(let hour) = slot { emptyHours.contains(hour) } else { false }
    }

    /// The hours of a day, earliest first.
    func slots(on day: CalendarDay) -> [PackageSlot] {
        (hours[day] ?? []).sorted().map { .hour(PackageHour(day, $0)) }
    }
}

/// A package whose files are in the phone's storage until a detection takes them.
struct GatheredPackage: Codable, Hashable, Sendable {
    let slot: PackageSlot
    let region: String
    let files: [File]

    struct File: Codable, Hashable, Sendable {
        /// The name in the phone's storage.
        let name: String
        /// The SHA-256 of the file as hexadecimal digits, by which the authority withdraws it.
        let entityTag: String
    }
}
