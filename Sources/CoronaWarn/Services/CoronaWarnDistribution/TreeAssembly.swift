package import ClockPorts
package import CoronaWarnAPI
package import CoronaWarnPackages
import DiagnosisKeyStores
package import ExposurePrimitives
import KeyExport
package import Persistence

/// Brings the tree of files to what the key store has decided.
///
/// Each step may be repeated, and several processes may run it at once: each repeats its steps until there is nothing
/// to do. Packages come before the indexes that list them, and files that leave go after the indexes that listed them.
/// A package is never overwritten.
package struct TreeAssembly: Sendable {
    private let regions: [RegionPackages]
    private let storage: any ObjectStore
    private let signed: SignedFiles
    private let life: PackageLife
    private let revoked: RevokedTags
    private let clock: any TrustedClock

    /// The entity tags of withdrawn files.
    package typealias RevokedTags = @Sendable () async throws -> Set<String>

    /// - Parameters:
    ///   - signer: nil where indexes are not signed.
    ///   - revoked: files that stay out of the tree, and leave it.
    package init(
        of regions: [RegionPackages],
        in storage: any ObjectStore,
        signer: StatementSigner?,
        life: PackageLife,
        revoked: @escaping RevokedTags,
        clock: any TrustedClock
    ) {
        self.regions = regions
        self.storage = storage
        signed = SignedFiles(in: storage, signer: signer)
        self.life = life
        self.revoked = revoked
        self.clock = clock
    }

    /// The numbers of files of one run.
    package struct Outcome: Hashable, Sendable {
        package fileprivate(set) var packages = 0
        package fileprivate(set) var indexes = 0
        package fileprivate(set) var deleted = 0
        /// The end of the newest hour in each region's index.
        package fileprivate(set) var newestHours: [RegionCode: UnixTime] = [:]
    }

    /// Throws `ClockHold` without any change while the clock is not trusted.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        try await SharedFiles.untilSettled { try await pass(adding: &outcome) }
        return outcome
    }

    /// - Returns: whether the tree was right already.
    private func pass(adding outcome: inout Outcome) async throws -> Bool {
        // One list instead of a look at each file: packages are large, and most are there.
        let present = Set(try await storage.names(under: Self.name(TreePath.countries.objectName)))
        let last = try await signed.newest(of: [.versions, .countries] + present.compactMap(Self.statedPath))
        let now = try await clock.trustedNow()
        let revoked = try await revoked()
        var (placed, withdrawn): (Int, [RegionPackages.File]) = (0, [])
        var indexes = [
            SignedFiles.File(path: .versions, content: TreeIndex.versions),
            SignedFiles.File(path: .countries, content: TreeIndex.body(countries: regions.map(\.region))),
        ]
        for region in regions {
            let all = try await region.files(now: now, life: life)
            let files = all.filter { !revoked.contains(Hex.encode($0.chunk.digest)) }
            withdrawn += all.filter { revoked.contains(Hex.encode($0.chunk.digest)) }
            for file in files {
                placed += try await place(file, unlessIn: present) ? 1 : 0
            }
            outcome.newestHours[region.region] = Self.newestHour(of: files)
            indexes += try await indexFiles(of: region.region, listing: files, among: all)
        }
        let writing = try await signed.write(indexes, after: last, now: now)
        let deleted = try await deleteWithdrawn(withdrawn, in: present) + deleteOld(now: now)
        outcome.packages += placed
        outcome.deleted += deleted
        if case .done(let changed) = writing {
            outcome.indexes += changed
        }
        return placed == 0 && deleted == 0 && writing == .unnecessary
    }
}

// MARK: - Packages

extension TreeAssembly {
    /// Puts a chunk's file at its place. False if a file is there.
    private func place(_ file: RegionPackages.File, unlessIn present: Set<ObjectName>) async throws -> Bool {
        let name = try Self.name(file.path.objectName)
        guard !present.contains(name) else {
            return false
        }
        guard let content = try await content(of: file) else {
            throw ObjectStorageError(reason: "find the file of the chunk \(file.chunk.objectName)")
        }
        try await storage.put(content, as: name)
        return true
    }

    private func content(of file: RegionPackages.File) async throws -> [UInt8]? {
        try await storage.get(Self.name(file.chunk.objectName))
    }

    private static func newestHour(of files: [RegionPackages.File]) -> UnixTime? {
        files.compactMap { file in
            if case .hour(let hour) = file.slot { hour.end } else { nil }
        }.max()
    }

    /// Whether a package has no keys. Only a small file can have none.
    private func isEmpty(_ file: RegionPackages.File) async throws -> Bool {
        guard file.chunk.size <= Self.maxEmptySize, let content = try await content(of: file) else {
            return false
        }
        return try ExportArchive(content).unverified().contents.keyCount == 0
    }

    private static func name(_ text: String) throws(ObjectStorageError) -> ObjectName {
        guard let name = ObjectName(text) else {
            throw ObjectStorageError(reason: "name the file \(text)")
        }
        return name
    }

    /// Bytes of a package without keys at most: it has a header and the names and signatures of two keys.
    private static let maxEmptySize = 4096
}

// MARK: - Indexes

extension TreeAssembly {
    /// - Parameter all: withdrawn files too. A date that has lost all its hours keeps an index, which is empty.
    private func indexFiles(
        of region: RegionCode,
        listing files: [RegionPackages.File],
        among all: [RegionPackages.File]
    ) async throws -> [SignedFiles.File] {
        var dates: [CalendarDay] = []
        var hours = all.reduce(into: [CalendarDay: [PackageHour]]()) { hours, file in
            if case .hour(let hour) = file.slot {
                hours[hour.day] = []
            }
        }
        var empty: Set<PackageHour> = []
        for file in files {
            switch file.path {
            case .day(_, let day, batch: 1): dates.append(day)
            case .hour(_, let day, let hour, batch: 1):
                let hour = PackageHour(day, hour)
                hours[day, default: []].append(hour)
                if try await isEmpty(file) {
                    empty.insert(hour)
                }
            default: break
            }
        }
        let ofHours = hours.sorted { $0.key < $1.key }.map { day, hours in
            SignedFiles.File(
                path: .hours(region, day),
                content: TreeIndex.body(hours: hours.map(\.hourOfDay)),
                emptyHours: hours.filter(empty.contains).map(\.hourOfDay)
            )
        }
        return ofHours + [SignedFiles.File(path: .dates(region), content: TreeIndex.body(dates: dates))]
    }
}

// MARK: - Files that leave

extension TreeAssembly {
    /// Deletes withdrawn packages from their places.
    private func deleteWithdrawn(_ files: [RegionPackages.File], in present: Set<ObjectName>) async throws -> Int {
        var count = 0
        for file in files {
            let name = try Self.name(file.path.objectName)
            if present.contains(name) {
                try await storage.delete(name)
                count += 1
            }
        }
        return count
    }

    /// Deletes files of dates and hours that have left, and those of regions that have no packages any more.
    private func deleteOld(now: UnixTime) async throws -> Int {
        var count = 0
        for name in try await storage.names(under: Self.name(TreePath.countries.objectName)) {
            let stated = Self.statedPath(name)
            guard let path = stated ?? TreePath(path: "/\(name)"), hasLeft(path, now: now) else {
                continue
            }
            try await storage.delete(name)
            count += stated == nil ? 1 : 0
        }
        return count
    }

    /// The path of the file that a statement is about; nil for another file.
    private static func statedPath(_ name: ObjectName) -> TreePath? {
        let text = "/\(name)"
        guard text.hasSuffix(TreePath.statementSuffix) else {
            return nil
        }
        return TreePath(path: String(text.dropLast(TreePath.statementSuffix.count)))
    }

    private func hasLeft(_ path: TreePath, now: UnixTime) -> Bool {
        switch path {
        case .versions, .countries, .configuration: false
        case .dates(let region), .day(let region, _, _), .hours(let region, _), .hour(let region, _, _, _):
            !serves(region) || life.hasLeft(path, at: now)
        }
    }

    private func serves(_ region: RegionCode) -> Bool {
        regions.contains { $0.region == region }
    }
}
