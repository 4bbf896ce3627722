package import Foundation
package import Testing

/// The published test vectors, which live outside the repository: in the folder that AVVISO_VECTORS names, else in
/// `../shared/vectors` beside the package.
package enum Vectors {
    /// The folder, or nil where there is none.
    package static var folder: URL? {
        let environment = ProcessInfo.processInfo.environment["AVVISO_VECTORS"]
        let folder = environment.map { URL(filePath: $0) } ?? folderBesidePackage
        // One file stands for all: an empty folder is as good as none.
        return FileManager.default.fileExists(atPath: folder.appending(path: "crypto.json").path) ? folder : nil
    }

    /// Where a file of the vectors is, for example `crypto.json` or `exports/expected.json`.
    package static func url(of path: String) throws -> URL {
        guard let folder else {
            throw VectorsMissing()
        }
        return folder.appending(path: path)
    }

    package static func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url(of: path)))
    }

    /// Decodes a JSON file; keys in snake case become properties in camel case.
    package static func decode<Content: Decodable>(_ type: Content.Type, from path: String) throws -> Content {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(contentsOf: url(of: path)))
    }

    /// Whether tests that need the vectors run. Without the vectors they are skipped on a developer's machine; under
    /// `CI=true` they run and fail, so that a pipeline cannot lose them silently.
    fileprivate static var areExpected: Bool {
        folder != nil || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    // Sources/TestSupport/ExposureTesting/Vectors.swift, so four levels up is the package.
    private static var folderBesidePackage: URL {
        var package = URL(filePath: #filePath)
        for _ in 0..<4 {
            package.deleteLastPathComponent()
        }
        return package.deletingLastPathComponent().appending(path: "shared/vectors")
    }
}

/// A test asked for vectors that are not there.
package struct VectorsMissing: Error, CustomStringConvertible {
    package var description: String {
        "the test vectors are missing: set AVVISO_VECTORS to their folder"
    }
}

extension Trait where Self == ConditionTrait {
    /// For suites and tests that read the vectors: skipped, with the reason printed, where there are none.
    package static var needsVectors: Self {
        .enabled("the test vectors are missing: set AVVISO_VECTORS to their folder") { Vectors.areExpected }
    }
}
