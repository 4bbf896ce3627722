import AnalyticsStores
import ExposurePrimitives
import ImmuniAPI
import WireFormat

/// The leaves of each statistic, and the leaf in which an upload counts. Every leaf is released every day, even if it
/// is empty: the presence of a leaf must reveal nothing.
enum Cubes {
    /// The names of all leaves.
    static func leaves(of statistic: Statistic) -> [String] {
        switch statistic {
        case .working: workingLeaves
        case .notified: notifiedLeaves
        case .exposureAge: ages
        case .epidemiological: epidemiologicalLeaves
        }
    }

    static let provinces = Region.allCases.flatMap { $0.provinces.map(\.code) }
    static let platforms = OperationalFacts.Platform.allCases.map(\.rawValue)
    static let flags = (0..<8).map { number in "\(number >> 2 & 1)\(number >> 1 & 1)\(number & 1)" }
    /// Days from the last Risky Exposure to the upload's.
    static let ages = (0...maxAge).map(String.init) + [older]
    static let older = "more"
    static let maxAge = 14

    private static let notifiedLeaves = provinces.flatMap { province in platforms.map { "\(province)/\($0)" } }
    private static let workingLeaves = notifiedLeaves.flatMap { leaf in flags.map { "\(leaf)/\($0)" } }
    private static let epidemiologicalLeaves = InfoClass.durations.indices.flatMap { duration in
        InfoClass.attenuations.indices.flatMap { attenuation in
            InfoClass.scores.indices.map { "\(duration)/\(attenuation)/\($0)" }
        }
    }

    /// A province on one platform.
    struct Cell: Hashable {
        let province: String
        let platform: OperationalFacts.Platform
    }

    /// The place and the flags of each leaf that has a place.
    static let places: [String: (cell: Cell, flags: Substring)] = Dictionary(
        uniqueKeysWithValues: (workingLeaves + notifiedLeaves).compactMap { leaf in
            let parts = leaf.split(separator: "/")
            return OperationalFacts.Platform(rawValue: String(parts[1])).map { platform in
                (leaf, (Cell(province: String(parts[0]), platform: platform), parts.count > 2 ? parts[2] : ""))
            }
        }
    )

    /// The leaf of `statistic` that an upload of `facts` on `day` counts in; nil for none.
    static func leaf(of facts: OperationalFacts, on day: CalendarDay, in statistic: Statistic) -> String? {
        let province = Region.region(of: facts.province) == .unknown ? Region.unknownCode : facts.province
        switch (statistic, facts.lastRiskyExposureOn) {
        case (.working, nil):
            let flags = [facts.exposurePermission, facts.bluetoothActive, facts.notificationPermission]
            return "\(province)/\(facts.platform.rawValue)/" + flags.map { $0 ? "1" : "0" }.joined()
        case (.notified, .some):
            return "\(province)/\(facts.platform.rawValue)"
        case (.exposureAge, let exposure?):
            // A clock that is ahead may give a future day.
            let age = max(0, day.days(since: exposure))
            return age > maxAge ? older : "\(age)"
        default:
            return nil
        }
    }
}

/// The class of an Exposure Info by the values that the risk model uses.
struct InfoClass: Hashable, Comparable {
    let duration: Int
    let attenuation: Int
    let score: Int

    /// Upper ends in seconds, in the phone's steps of five minutes; the last class includes everything above.
    static let durations = [300, 600, 900, 1200, 1500, 1800]
    /// Upper ends in decibels, at which the framework's weights change (Attenuation Levels of its first version).
    static let attenuations = [51, 63, 73, 255]
    /// Upper ends; 12 and 20 were the thresholds in force on iOS and Android.
    static let scores = [11, 19, 127, 4096]

    var leaf: String { "\(duration)/\(attenuation)/\(score)" }

    /// By risk: score, then duration, then nearness.
    static func < (lhs: InfoClass, rhs: InfoClass) -> Bool {
        (lhs.score, lhs.duration, -lhs.attenuation) < (rhs.score, rhs.duration, -rhs.attenuation)
    }

    /// The classes of one upload's infos, the `limit` riskiest.
    static func riskiest(_ limit: Int, in json: [UInt8]) -> [InfoClass] {
        guard let summaries = try? JSONValue(parsing: json), case .array(let elements) = summaries else {
            return []
        }
        let infos = elements.flatMap { summary -> [JSONValue] in
            guard case .array(let infos)? = summary["exposure_info"] else {
                return []
            }
            return infos
        }
        return infos.compactMap(InfoClass.init(json:)).sorted(by: >).prefix(limit).map(\.self)
    }

    private init?(json: JSONValue) {
        guard let duration = json["duration"]?.integer, let attenuation = json["attenuation_value"]?.integer,
            let score = json["total_risk_score"]?.integer
        else {
            return nil
        }
        self.duration = Self.place(of: duration, in: Self.durations)
        self.attenuation = Self.place(of: attenuation, in: Self.attenuations)
        self.score = Self.place(of: score, in: Self.scores)
    }

    private static func place(of value: Int, in ends: [Int]) -> Int {
        ends.firstIndex { value <= $0 } ?? ends.count - 1
    }
}

extension JSONValue {
    fileprivate var integer: Int? {
        guard case .number(let text) = self else {
            return nil
        }
        return Int(text)
    }
}
