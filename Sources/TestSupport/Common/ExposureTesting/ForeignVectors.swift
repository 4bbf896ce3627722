package import Foundation
package import Testing

/// Files from others, which are not part of this repository: exports of other systems and attestations of real phones.
/// They are in the folder that AVVISO_VECTORS names, by default `../shared/vectors` beside the package.
package enum ForeignVectors {
    /// The folder, or nil if there is none.
    package static var folder: URL? {
        let environment = ProcessInfo.processInfo.environment["AVVISO_VECTORS"]
        let beside = RepositoryFolder.url.deletingLastPathComponent().appending(path: "shared/vectors")
        let folder = environment.map { URL(filePath: $0) } ?? beside
        // One file represents all: an empty folder counts as none.
        let sample = folder.appending(path: "exports/expected.json")
        return FileManager.default.fileExists(atPath: sample.path) ? folder : nil
    }

    /// The location of a file, for example `exports/expected.json`.
    package static func url(of path: String) throws -> URL {
        guard let folder else {
            throw ForeignVectorsMissing()
        }
        return folder.appending(path: path)
    }

    package static func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url(of: path)))
    }

    /// Decodes a JSON file; keys in snake case become properties in camel case.
    package static func decode<Content: Decodable>(_ type: Content.Type, from path: String) throws -> Content {
        try VectorFile.decode(type, from: url(of: path))
    }

    /// Whether tests that need these files run. Without the files they are skipped on a developer's machine. With
    /// `CI=true` they run and fail, so a pipeline cannot lose them silently.
    fileprivate static var areExpected: Bool {
        folder != nil || ProcessInfo.processInfo.environment["CI"] == "true"
    }
}

/// A test requires files that do not exist.
package struct ForeignVectorsMissing: Error, CustomStringConvertible {
    package static let message = "files that others made are missing: set AVVISO_VECTORS to their folder"

    package var description: String { Self.message }
}

extension Trait where Self == ConditionTrait {
    /// The trait of suites and tests that read files from others. Without the files they are skipped, with the reason
    /// printed.
    package static var needsForeignVectors: Self {
        .enabled("\(ForeignVectorsMissing.message)") { ForeignVectors.areExpected }
    }
}
