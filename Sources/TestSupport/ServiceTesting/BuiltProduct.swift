package import Foundation

/// What `swift build` has put beside the running tests.
package enum BuiltProduct {
    /// The executable with this name from the same build.
    package static func executable(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
            .appendingPathComponent(name)
    }
}
