import ExposureTesting
import Foundation

/// docs/battery.md, whose table has what the weeks count.
package enum BatteryPage {
    /// - Returns: the line that the page lacks; nil if it has the figures of this phone.
    package static func lacks(_ effort: PhoneEffort, of phone: String) throws -> String? {
        let page = try String(contentsOf: RepositoryFolder.url.appending(path: "docs/battery.md"), encoding: .utf8)
        let line = page.split(separator: "\n").first { $0.hasPrefix("| \(phone) |") }
        return line.map(effort.matches) == true ? nil : effort.row(phone)
    }
}
