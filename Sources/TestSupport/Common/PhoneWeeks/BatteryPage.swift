import ExposureTesting
import Foundation

/// docs/battery.md, whose table has what the weeks count.
package enum BatteryPage {
    package static func text() throws -> String {
        try String(contentsOf: RepositoryFolder.url.appending(path: "docs/battery.md"), encoding: .utf8)
    }
}
