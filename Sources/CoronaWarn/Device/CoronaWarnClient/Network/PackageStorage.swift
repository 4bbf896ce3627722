import CoronaWarnPackages
import ExposurePrimitives
import PhonePorts

/// The files of gathered packages in the phone's storage. They are public, so they lie there as they came; their
/// signatures are verified again when they are used.
struct PackageStorage: Sendable {
    private let storage: any PhoneStorage

    init(_ storage: any PhoneStorage) {
        self.storage = storage
    }

    /// Stores the files of a package.
    func store(
        _ files: [FetchedPackageFile],
        of slot: PackageSlot,
        region: String
    ) throws(PhoneStorageError) -> GatheredPackage {
        var stored: [GatheredPackage.File] = []
        for (place, file) in files.enumerated() {
            let name = "\(Self.prefix)\(region)-\(slot)-\(place + 1)".lowercased()
            try storage.replace(name, with: file.archive)
            stored.append(GatheredPackage.File(name: name, entityTag: file.entityTag))
        }
        return GatheredPackage(slot: slot, region: region, files: stored)
    }

    /// The content of a file; nil if it is not there any more.
    func read(_ file: GatheredPackage.File) throws(PhoneStorageError) -> [UInt8]? {
        try storage.read(file.name)
    }

    /// Deletes the files of packages. A file that cannot be deleted is swept later.
    func delete(_ packages: some Sequence<GatheredPackage>) {
        for file in packages.flatMap(\.files) {
            try? storage.delete(file.name)
        }
    }

    /// Deletes files that belong to no package: an interrupted download left them.
    func sweep(keeping packages: [GatheredPackage]) {
        let kept = Set(packages.flatMap { $0.files.map(\.name) })
        for name in (try? storage.names()) ?? [] where name.hasPrefix(Self.prefix) && !kept.contains(name) {
            try? storage.delete(name)
        }
    }

    private static let prefix = "package-"
}
