import Crypto
import Foundation
import ImmuniAPI
package import Stores
import WireFormat

/// A whole set of settings for the apps, from a file:
/// `{"platforms": {"ios": [{"starting_build": 1, "settings": {…}}, …], "android": […]}}`.
package struct SettingsPreset: Sendable {
    package let settings: [AppSetting]
    /// SHA-256 of the file, so that a store knows whether it has it already.
    package let digest: [UInt8]

    /// Reads a preset and proves it complete: for each platform, from build 1 on, what a phone is given must hold every
    /// setting that the apps decode.
    ///
    /// - Throws: ``PresetError`` that says what is missing or wrong, and for which platform and build.
    package init(parsing file: [UInt8]) throws(PresetError) {
        digest = Array(SHA256.hash(data: file))
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: file)
        } catch {
            throw PresetError(reason: "the preset is no JSON document: \(error)")
        }
        guard let platforms = document["platforms"] else {
            throw PresetError(reason: "the preset has no member \"platforms\"")
        }
        var settings: [AppSetting] = []
        for platform in SettingsRequest.Platform.allCases {
            guard case .array(let editions)? = platforms[platform.rawValue] else {
                throw PresetError(reason: "the preset has no list of settings for \"\(platform.rawValue)\"")
            }
            for edition in editions {
                settings += try Self.settings(of: edition, platform: platform)
            }
            try Self.requireSingleValues(of: settings, for: platform)
            try Self.requireCompleteness(of: settings, for: platform)
        }
        self.settings = settings
    }

    /// The preset that comes with Avviso under this name, or nil.
    package static func builtIn(named name: String) -> [UInt8]? {
        name == "demo" ? PackageResources.demo_json : nil
    }

    private static func settings(
        of edition: JSONValue,
        platform: SettingsRequest.Platform
    ) throws(PresetError) -> [AppSetting] {
        guard case .number(let text)? = edition["starting_build"], let startingBuild = Int(text),
            SettingsRequest.builds.contains(startingBuild), case .object(let members)? = edition["settings"]
        else {
            throw PresetError(
                reason: "each entry for \"\(platform.rawValue)\" needs a starting_build from 1 and settings"
            )
        }
        return members.map { member in
            AppSetting(
                platform: platform.rawValue,
                startingBuild: startingBuild,
                name: member.name,
                value: member.value.encoded
            )
        }
    }

    private static func requireSingleValues(
        of settings: [AppSetting],
        for platform: SettingsRequest.Platform
    ) throws(PresetError) {
        var known: [Int: Set<String>] = [:]
        for setting in settings where setting.platform == platform.rawValue {
            guard known[setting.startingBuild, default: []].insert(setting.name).inserted else {
                throw PresetError(
                    reason: "\(platform.rawValue), build \(setting.startingBuild): \(setting.name) has two values"
                )
            }
        }
    }

    private static func requireCompleteness(
        of settings: [AppSetting],
        for platform: SettingsRequest.Platform
    ) throws(PresetError) {
        let own = settings.filter { $0.platform == platform.rawValue }
        for build in Set(own.map(\.startingBuild)).union([1]).sorted() {
            var effective: [String: AppSetting] = [:]
            for setting in own.sorted(by: { $0.startingBuild < $1.startingBuild }) where setting.startingBuild <= build
            {
                effective[setting.name] = setting
            }
            do {
                _ = try AppSettings(parsing: Data(SettingsAnswer.body(of: Array(effective.values))))
            } catch let error as DecodingError {
                throw PresetError(reason: "\(platform.rawValue), build \(build): \(PresetError.explanation(of: error))")
            } catch {
                throw PresetError(reason: "\(platform.rawValue), build \(build): not decodable")
            }
        }
    }
}

/// Why a preset was refused.
package struct PresetError: Error, Hashable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }

    static func explanation(of error: DecodingError) -> String {
        func path(_ keys: [any CodingKey], _ last: (any CodingKey)? = nil) -> String {
            let names = (keys + (last.map { [$0] } ?? [])).map { $0.intValue.map { "[\($0)]" } ?? Self.name(of: $0) }
            return names.isEmpty ? "the settings" : names.joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(path(context.codingPath, key)) is missing"
        case .typeMismatch(let type, let context): "\(path(context.codingPath)) is not of type \(type)"
        case .valueNotFound(let type, let context): "\(path(context.codingPath)) must be of type \(type), not null"
        case .dataCorrupted(let context): "\(path(context.codingPath)): \(context.debugDescription)"
        @unknown default: "not decodable"
        }
    }

    /// The name as the file spells it: decoding turned `snake_case` into `camelCase`. Codes of countries, in capitals,
    /// are left as they are.
    private static func name(of key: any CodingKey) -> String {
        guard key.stringValue.first?.isLowercase == true else {
            return key.stringValue
        }
        return key.stringValue.reduce(into: "") { name, character in
            name += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }
}
