import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import KeyExport
import MessageSignatures
import WireFormat

/// Fetches and verifies the configuration, indexes and packages. It remembers which statements it has seen.
struct DistributionClient: Sendable {
    let files: SignedTreeFiles
    let platform: ValidConfiguration.Platform
    private(set) var seen: SeenStatements

    init(files: SignedTreeFiles, platform: ValidConfiguration.Platform, seen: SeenStatements) {
        self.files = files
        self.platform = platform
        self.seen = seen
    }

    /// The configuration in force, checked as a whole.
    mutating func configuration() async throws(DownloadFailure) -> ValidConfiguration {
        let place: ConfigurationFile = platform == .iOS ? .secondIOS : .secondAndroid
        let file = try await file(at: .configuration(place))
        let document: [UInt8]
        do throws(ExportError) {
            document = try DocumentArchive(zip: file.content, maxSize: SignedTreeFiles.maxContent)
                .verified(by: files.keys.packages)
        } catch {
            throw .archiveRefused(error)
        }
        do throws(InvalidConfiguration) {
            return try ValidConfiguration(try Self.read(document))
        } catch {
            throw .unusableConfiguration(error.problems)
        }
    }

    private static func read(_ document: [UInt8]) throws(InvalidConfiguration) -> PhoneConfiguration {
        do throws(ConfigurationProblem) {
            return try PhoneConfiguration(parsing: document)
        } catch {
            throw InvalidConfiguration(problem: error)
        }
    }

    /// The days of a region that have a package. A region without any is not there yet.
    mutating func days(of region: RegionCode) async throws(DownloadFailure) -> Set<CalendarDay> {
        let file: SignedTreeFile
        do throws(DownloadFailure) {
            file = try await self.file(at: .dates(region))
        } catch .missing {
            return []
        }
        do throws(JSONError) {
            return Set(try TreeIndex.dates(parsing: file.content))
        } catch {
            throw .malformed
        }
    }

    /// The hours of a day that have a package, and those of them that are stated to be empty.
    mutating func hours(
        of region: RegionCode,
        on day: CalendarDay
    ) async throws(DownloadFailure) -> (all: Set<Int>, empty: Set<Int>) {
        let file: SignedTreeFile
        do throws(DownloadFailure) {
            file = try await self.file(at: .hours(region, day))
        } catch .missing {
            // The day has no hours on offer, not yet or not any more.
            return ([], [])
        }
        do throws(JSONError) {
            let hours = Set(try TreeIndex.hours(parsing: file.content))
            return (hours, hours.intersection(file.emptyHours))
        } catch {
            throw .malformed
        }
    }

    private mutating func file(at path: TreePath) async throws(DownloadFailure) -> SignedTreeFile {
        let file = try await files.file(at: path)
        do throws(MessageSignatureError) {
            try seen.accept(file.sequence, of: path)
        } catch {
            throw .messageRefused(error)
        }
        return file
    }
}

// MARK: - Packages

/// A verified file of a package.
struct FetchedPackageFile: Sendable {
    let archive: [UInt8]
    let keyCount: Int
    let entityTag: String
}

extension DistributionClient {
    /// All files of a package, each verified to be of this very place.
    func package(_ slot: PackageSlot, of region: RegionCode) async throws(DownloadFailure) -> [FetchedPackageFile] {
        let (first, metadata) = try await packageFile(slot, of: region, batch: 1)
        guard metadata.batchSize <= Self.maxBatches else {
            throw .otherPackage
        }
        var fetched = [first]
        for batch in 1..<metadata.batchSize {
            let (file, other) = try await packageFile(slot, of: region, batch: batch + 1)
            guard other.batchSize == metadata.batchSize, other.start == metadata.start else {
                throw .otherPackage
            }
            fetched.append(file)
        }
        return fetched
    }

    private func packageFile(
        _ slot: PackageSlot,
        of region: RegionCode,
        batch: Int
    ) async throws(DownloadFailure) -> (FetchedPackageFile, ExportMetadata) {
        let archive = try await files.package(at: slot.path(in: region, batch: batch))
        let contents: ExportContents
        do throws(ExportError) {
            contents = try ExportArchive(zip: archive).verified(by: files.keys.packages).contents
        } catch {
            throw .archiveRefused(error)
        }
        let metadata = contents.metadata
        // The signature says who made a package. The metadata say which one it is.
        guard metadata.region == region.text, metadata.end == slot.end, metadata.batchNumber == batch else {
            throw .otherPackage
        }
        let file = FetchedPackageFile(
            archive: archive,
            keyCount: contents.keyCount + contents.revisedKeyCount,
            entityTag: Hex.encode(ContentDigest(of: archive).bytes)
        )
        return (file, metadata)
    }

    /// Files of one package: sixty million keys.
    private static let maxBatches = 100
}
