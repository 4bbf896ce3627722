package import Foundation

/// A folder for one test, deleted afterwards.
package enum TemporaryFolder {
    package static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            let result = try await body(folder)
            try remove(folder)
            return result
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Removes the folder. A database that closes removes files of its own, perhaps at the same time.
    static func remove(_ folder: URL) throws {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch CocoaError.fileNoSuchFile where FileManager.default.fileExists(atPath: folder.path) {
            try remove(folder)
        }
    }
}
