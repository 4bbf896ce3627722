package import ImmuniAPI
package import WireFormat

/// All settings of the apps as one value, which is checked, kept and compared as a whole:
/// `{"platforms": {"ios": [{"starting_build": 1, "settings": {…}}, …], "android": […]}}`.
///
/// Values are canonical: members are sorted at every depth, so equal documents have equal bytes.
package struct SettingsDocument: Hashable, Sendable {
    /// One value of one setting.
    package struct Entry: Hashable, Sendable {
        package let platform: SettingsRequest.Platform
        /// The first build for which it applies.
        package let startingBuild: Int
        package let name: String
        package let value: JSONValue
    }

    /// Per platform and starting build.
    private var editions: [SettingsRequest.Platform: [Int: [String: JSONValue]]] = [:]

    package init() {}

    /// By platform, starting build and name.
    package var entries: [Entry] {
        SettingsRequest.Platform.allCases.flatMap { platform in
            startingBuilds(of: platform).flatMap { build in
                (editions[platform]?[build] ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                    Entry(platform: platform, startingBuild: build, name: name, value: value)
                }
            }
        }
    }

    /// The builds at which a value changes, ascending.
    package func startingBuilds(of platform: SettingsRequest.Platform) -> [Int] {
        (editions[platform] ?? [:]).keys.sorted()
    }

    /// The settings that a phone of that build gets.
    package func effective(for platform: SettingsRequest.Platform, build: Int) -> [String: JSONValue] {
        startingBuilds(of: platform).filter { $0 <= build }.reduce(into: [:]) { settings, startingBuild in
            settings.merge(editions[platform]?[startingBuild] ?? [:]) { $1 }
        }
    }

    /// Every `teks_packet_size` that some phone gets.
    package var packetSizes: [Int] {
        entries.filter { $0.name == "teks_packet_size" }.compactMap(\.value.integer)
    }

    /// The value that applies from exactly that build on; nil if there is none.
    package subscript(platform: SettingsRequest.Platform, startingBuild: Int, name: String) -> JSONValue? {
        get { editions[platform]?[startingBuild]?[name] }
        set {
            editions[platform, default: [:]][startingBuild, default: [:]][name] = newValue?.canonical
            // An edition without settings is removed, so equal contents are equal documents.
            if editions[platform]?[startingBuild]?.isEmpty == true {
                editions[platform]?[startingBuild] = nil
            }
        }
    }
}

// MARK: - The form of files

extension SettingsDocument {
    /// Reads the form of files. ``SettingsSchema`` checks the settings themselves.
    package init(parsing document: JSONValue) throws(SettingsRefusal) {
        guard case .object(let members) = document, let platforms = document["platforms"] else {
            throw SettingsRefusal("there is no member \"platforms\"")
        }
        guard members.count == 1 else {
            throw SettingsRefusal("there are members other than \"platforms\"")
        }
        for platform in SettingsRequest.Platform.allCases {
            guard case .array(let list)? = platforms[platform.rawValue] else {
                throw SettingsRefusal("there is no list of settings for \"\(platform.rawValue)\"")
            }
            for edition in list {
                try add(edition, for: platform)
            }
        }
        if case .object(let members) = platforms, members.count > SettingsRequest.Platform.allCases.count {
            throw SettingsRefusal("there are platforms other than \"ios\" and \"android\"")
        }
    }

    private mutating func add(_ edition: JSONValue, for platform: SettingsRequest.Platform) throws(SettingsRefusal) {
        guard case .object(let parts) = edition, parts.count == 2,
            let startingBuild = edition["starting_build"]?.integer, SettingsRequest.builds.contains(startingBuild),
            case .object(let members)? = edition["settings"]
        else {
            throw SettingsRefusal("each entry for \"\(platform.rawValue)\" needs a starting_build from 1 and settings")
        }
        for member in members {
            guard self[platform, startingBuild, member.name] == nil else {
                throw SettingsRefusal("\(platform.rawValue), build \(startingBuild): \(member.name) has two values")
            }
            self[platform, startingBuild, member.name] = member.value
        }
    }

    /// The document in the form of files.
    package var json: JSONValue {
        let platforms = SettingsRequest.Platform.allCases.map { platform in
            JSONValue.Member(
                name: platform.rawValue,
                value: .array(
                    startingBuilds(of: platform).map { build in
                        [
                            "starting_build": .integer(build),
                            "settings": .sortedObject(editions[platform]?[build] ?? [:]),
                        ]
                    }
                )
            )
        }
        return ["platforms": .object(platforms)]
    }
}

/// A refusal of settings as a whole, with every reason, for their operator.
package struct SettingsRefusal: Error, Hashable, CustomStringConvertible {
    package let reasons: [String]

    package init(reasons: [String]) {
        self.reasons = reasons
    }

    package init(_ reason: String) {
        self.init(reasons: [reason])
    }

    package var description: String { reasons.joined(separator: "; ") }
}
