import Foundation
package import PhonePorts

/// Recorded days of phones, which `make distinguish` judges: may somebody at the connection see what the owner did?
///
/// A busy phone and a quiet one with the same number are opened at the same moments, because openings are visible. All
/// else they draw for themselves.
package struct PhoneDays {
    /// The number of phones in each group; one in `make test`.
    package static let phones = settings["AVVISO_PHONES"].flatMap(UInt64.init) ?? 1
    private static let folder = settings["AVVISO_PHONE_DAYS"].map { URL(fileURLWithPath: $0, isDirectory: true) }
    private static var settings: [String: String] { ProcessInfo.processInfo.environment }

    private let system: String
    /// The new lines of each file.
    private var lines: [String: String] = [:]

    /// The reason of a request. The judge does not see it; its controls change the requests of an event.
    package enum Mark: String {
        case background, opening, event
    }

    package init(system: String) {
        self.system = system
    }

    /// The seed of a phone's draws.
    package static func seed(of phone: UInt64, isBusy: Bool) -> UInt64 { 1_000_000 + 2 * phone + (isBusy ? 1 : 0) }

    /// Adds a request of the day that is named after `event`, `time` seconds after midnight.
    package mutating func add(
        _ event: String,
        isBusy: Bool,
        phone: UInt64,
        time: Double,
        host: PhoneHost,
        size: Int,
        mark: Mark
    ) {
        let line = "\(phone),\(Int((time * 1000).rounded())),\(host.name),\(size),\(mark.rawValue)\n"
        lines["\(system)-\(event)-\(isBusy ? "with" : "without").csv", default: ""] += line
    }

    /// Appends what was added to the file of each event and group, if `make distinguish` named a folder.
    package mutating func write() throws {
        if let folder = Self.folder {
            for (name, text) in lines {
                let path = folder.appending(path: name).path
                if !FileManager.default.fileExists(atPath: path) {
                    _ = FileManager.default.createFile(atPath: path, contents: nil)
                }
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try file.seekToEnd()
                try file.write(contentsOf: Data(text.utf8))
                try file.close()
            }
        }
        lines = [:]
    }
}
