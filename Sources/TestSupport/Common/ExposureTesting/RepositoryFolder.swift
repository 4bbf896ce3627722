package import Foundation

/// The folder of the tested package.
package enum RepositoryFolder {
    // Sources/TestSupport/Common/ExposureTesting/RepositoryFolder.swift, so five levels up.
    package static let url: URL = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
}
