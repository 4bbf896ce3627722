import Foundation
import PostgresEngine
import S3ObjectStorage
import ServiceKit

/// The check that the realms of one process share nothing that belongs to one of them. It reads settings and key files,
/// and opens and makes nothing.
package enum RealmConflicts {
    /// Throws `RealmError.shared` for the first thing that two of `plans` share.
    ///
    /// - Parameter plans: realms with names.
    package static func check(_ plans: [RealmPlan]) throws(RealmError) {
        for (place, plan) in plans.enumerated() {
            for other in plans[..<place] {
                guard let first = other.name, let second = plan.name else {
                    continue
                }
                if let resource = shared(other, plan) {
                    throw .shared(resource, of: first, and: second)
                }
            }
        }
    }

    /// Throws `RealmError.shared` if the database server says that one of `others` has the same database, by whichever
    /// address. A server that does not answer is not compared.
    package static func checkServer(of plan: RealmPlan, against others: [RealmPlan]) throws(RealmError) {
        let others = others.filter { $0.name != plan.name && $0.settings.database != nil }
        guard !others.isEmpty, let name = plan.name, let identity = plan.settings.database?.identity() else {
            return
        }
        for other in others {
            if let second = other.name, other.settings.database?.identity() == identity {
                throw .shared(.database, of: second, and: name)
            }
        }
    }

    private static func shared(_ first: RealmPlan, _ second: RealmPlan) -> RealmError.Resource? {
        let (one, two) = (first.settings, second.settings)
        if first.name == second.name {
            return .name
        }
        let folders = (FilePlace(one.dataFolder.path), FilePlace(two.dataFolder.path))
        if folders.0.contains(folders.1) || folders.1.contains(folders.0) {
            return .dataFolder(two.dataFolder.path)
        }
        if let server = one.database, let other = two.database, !server.places.isDisjoint(with: other.places) {
            return .database
        }
        if let location = one.storage?.location, let other = two.storage?.location, location.overlaps(other) {
            return .bucket(location.bucket.text)
        }
        if let address = sharedAddress(one.host, two.host) {
            return .listener(address)
        }
        if let token = one.host.internalToken, token == two.host.internalToken {
            return .token
        }
        return sharedKey(first.keyFiles, second.keyFiles).map { .key($0) }
    }

    private static func sharedAddress(_ one: HostConfiguration, _ two: HostConfiguration) -> ListenAddress? {
        two.addresses.first { address in one.addresses.contains { $0.collides(with: address) } }
    }

    /// Files count as one key if they are the same file or have the same content. A folder counts with all its keys.
    private static func sharedKey(_ one: [String], _ two: [String]) -> String? {
        let contents = Set(one.flatMap(keyContents))
        return two.first { path in
            one.contains { FilePlace($0) == FilePlace(path) } || keyContents(path).contains(where: contents.contains)
        }
    }

    /// None for files that cannot be read: the realm does not start with them.
    private static func keyContents(_ path: String) -> [Data] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        let files = names.map { $0.filter { $0.hasSuffix(".pem") }.map { "\(path)/\($0)" } } ?? [path]
        return files.compactMap { FileManager.default.contents(atPath: $0) }.filter { !$0.isEmpty }
    }
}

extension HostConfiguration {
    fileprivate var addresses: [ListenAddress] {
        [publicAddress, internalAddress] + (partner.map { [$0.address] } ?? [])
    }
}

/// The place of a file or folder, whichever way its path is written. The file need not exist.
struct FilePlace: Hashable {
    private let components: [String]

    init(_ path: String) {
        components = Self.real(URL(fileURLWithPath: path).standardizedFileURL).pathComponents
    }

    /// Whether `other` is this place or lies in it.
    func contains(_ other: FilePlace) -> Bool {
        other.components.starts(with: components)
    }

    /// The path without links, as far as it exists.
    private static func real(_ url: URL) -> URL {
        guard url.pathComponents.count > 1 else {
            return url
        }
        guard let path = unsafe realpath(url.path, nil) else {
            return real(url.deletingLastPathComponent()).appending(path: url.lastPathComponent)
        }
        defer { unsafe free(path) }
        // SAFETY: realpath(3) returns a text that ends with zero and lives until it is freed above.
        return unsafe URL(fileURLWithPath: String(cString: path))
    }
}
