import ImmuniAppConfiguration
import Testing
import WireFormat

/// The demo preset, decoded so that a test can change it.
struct SamplePreset {
    /// The editions by platform, each with its starting build and settings.
    var editions: [String: [(startingBuild: JSONValue, settings: [JSONValue.Member])]] = [:]

    init() throws {
        let file = try #require(SettingsPreset.builtIn(named: "demo"))
        let document = try JSONValue(parsing: file)
        for platform in Self.platforms {
            guard case .array(let list)? = document["platforms"]?[platform] else {
                continue
            }
            editions[platform] = try list.map { edition in
                guard case .object(let members)? = edition["settings"] else {
                    throw JSONError.wrongMembers
                }
                return (try #require(edition["starting_build"]), members)
            }
        }
    }

    static let platforms = ["ios", "android"]

    /// The names of all settings, in the order of the file.
    func names(_ platform: String = "ios") -> [String] { editions[platform]?.first?.settings.map(\.name) ?? [] }

    mutating func remove(_ name: String, from platform: String) {
        editions[platform]?[0].settings.removeAll { $0.name == name }
    }

    mutating func set(_ name: String, to value: JSONValue, in platform: String) {
        remove(name, from: platform)
        editions[platform]?[0].settings.append(.init(name: name, value: value))
    }

    /// Adds an edition that changes `settings` from `startingBuild` on.
    mutating func add(_ platform: String, from startingBuild: JSONValue, _ settings: [String: JSONValue]) {
        editions[platform]?.append((startingBuild, settings.map { .init(name: $0.key, value: $0.value) }))
    }

    /// The content as a preset file.
    var file: [UInt8] {
        let platforms = Self.platforms.map { platform in
            JSONValue.Member(
                name: platform,
                value: .array(
                    (editions[platform] ?? []).map { edition in
                        ["starting_build": edition.startingBuild, "settings": .object(edition.settings)]
                    }
                )
            )
        }
        let document: JSONValue = ["platforms": .object(platforms)]
        return document.encoded
    }
}
