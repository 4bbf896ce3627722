package import Foundation

/// A folder for one test, deleted with this object.
package final class TestFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appending(path: "avviso-test-\(UUID().uuidString)")

    package init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        try? TemporaryFolder.remove(url)
    }

    package func path(_ name: String) -> String { url.appending(path: name).path }
}
