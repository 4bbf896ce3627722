import Foundation
import ImmuniAPI
import WireFormat

extension SettingsSchema {
    /// Everything that is wrong with a document; empty if it is right. For each platform and each build at which a
    /// value changes, the settings of a phone must be complete, allowed and free of contradictions.
    package static func problems(of document: SettingsDocument) -> [String] {
        SettingsRequest.Platform.allCases.flatMap { platform in
            var known: Set<String> = []
            let builds = Set(document.startingBuilds(of: platform)).union([SettingsRequest.builds.lowerBound]).sorted()
            let found = builds.flatMap { build in
                // A problem of an earlier build is listed only once.
                problems(of: document.effective(for: platform, build: build))
                    .filter { known.insert($0).inserted }
                    .map { "\(platform.rawValue), build \(build): \($0)" }
            }
            return found + updateProblems(of: document, platform: platform, builds: builds)
        }
    }

    /// Everything that is wrong with the settings of one phone.
    static func problems(of settings: [String: JSONValue]) -> [String] {
        let unknown = settings.keys.filter { rule(named: $0) == nil }.sorted()
        var problems = unknown.map { name in
            let hint = nearest(to: name).map { ": did you mean \($0)?" } ?? ""
            return "\(name) is not a setting\(hint)"
        }
        for rule in rules {
            if let value = settings[rule.name] {
                problems += rule.problems(of: value)
            } else if rule.isRequired {
                problems.append("\(rule.name) is missing")
            }
        }
        problems += contradictions(in: EffectiveSettings(values: settings))
        // Settings that a phone would refuse must never be served, even if the rules above miss something.
        if problems.isEmpty, (try? AppSettings(parsing: Data(JSONValue.sortedObject(settings).encoded))) == nil {
            problems.append("a phone could not read these settings")
        }
        return problems
    }

    package static func rule(named name: String) -> SettingRule? {
        rules.first { $0.name == name }
    }

    /// The setting with the name most similar to a mistyped one.
    private static func nearest(to name: String) -> String? {
        func pairs(_ text: String) -> Set<String> {
            Set(zip(text, text.dropFirst()).map { "\($0)\($1)" })
        }
        func likeness(_ other: String) -> Double {
            let (mine, others) = (pairs(name), pairs(other))
            return Double(mine.intersection(others).count) / Double(max(mine.union(others).count, 1))
        }
        return rules.map(\.name).max { likeness($0) < likeness($1) }.flatMap { likeness($0) >= 0.5 ? $0 : nil }
    }

    /// Problems with updates: later builds must update although earlier ones need not.
    private static func updateProblems(
        of document: SettingsDocument,
        platform: SettingsRequest.Platform,
        builds: [Int]
    ) -> [String] {
        let minimums = builds.map {
            (build: $0, minimum: document.effective(for: platform, build: $0)["minimum_build_version"]?.integer)
        }
        return zip(minimums, minimums.dropFirst()).compactMap { earlier, later in
            guard let low = earlier.minimum, let high = later.minimum, low < later.build, high > later.build else {
                return nil
            }
            return "\(platform.rawValue), build \(later.build): minimum_build_version \(high) makes this build update, "
                + "but older ones from build \(low) on need not"
        }
    }
}
