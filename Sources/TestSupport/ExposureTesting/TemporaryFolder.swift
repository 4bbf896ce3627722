package import Foundation

/// A folder for one test, gone afterwards.
package enum TemporaryFolder {
    package static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            let result = try await body(folder)
            try FileManager.default.removeItem(at: folder)
            return result
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }
}
