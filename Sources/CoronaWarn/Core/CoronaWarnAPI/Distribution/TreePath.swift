public import ExposurePrimitives

/// The place of a file in the tree that phones download from.
public enum TreePath: Hashable, Sendable {
    /// The versions of the contract.
    case versions
    case countries
    /// The days of a country that have a package.
    case dates(RegionCode)
    /// A package of a whole UTC day. Batches count from 1.
    case day(RegionCode, CalendarDay, batch: Int = 1)
    /// The hours of a day that have a package.
    case hours(RegionCode, CalendarDay)
    /// A package of an hour 0…23, UTC.
    case hour(RegionCode, CalendarDay, Int, batch: Int = 1)
    case configuration(ConfigurationFile)

    /// The path of a request. The first batch has the path of the contract; further ones stand below it.
    public var path: String {
        switch self {
        case .versions: "/version"
        case .countries: "\(Self.keys)"
        case .dates(let country): "\(Self.keys)/\(country)/date"
        case .day(let country, let day, let batch):
            "\(Self.keys)/\(country)/date/\(day)" + Self.suffix(of: batch)
        case .hours(let country, let day): "\(Self.keys)/\(country)/date/\(day)/hour"
        case .hour(let country, let day, let hour, let batch):
            "\(Self.keys)/\(country)/date/\(day)/hour/\(hour)" + Self.suffix(of: batch)
        case .configuration(let file): file.rawValue
        }
    }

    /// The name in an object storage.
    public var objectName: String { String(path.dropFirst()) }

    /// The path of the signed statement about an index or configuration.
    public var statementPath: String { path + Self.statementSuffix }

    /// Reads a path exactly as written; nil for anything else.
    public init?(path: String) {
        guard let found = Self.find(path), found.path == path else {
            return nil
        }
        self = found
    }

    /// Whether it is an index or a configuration, which has a statement beside it. Packages carry their own signatures.
    public var hasStatement: Bool {
        switch self {
        case .versions, .countries, .dates, .hours, .configuration: true
        case .day, .hour: false
        }
    }

    /// The hours of a day.
    public static let hoursOfDay = 0...23
    /// The batches of a package.
    public static let batches = 1...1000
    /// The end of a statement's path.
    public static let statementSuffix = ".sig"

    private static let keys = "/version/v1/diagnosis-keys/country"

    private static func suffix(of batch: Int) -> String { batch == 1 ? "" : "/batch/\(batch)" }

    private static func find(_ path: String) -> TreePath? {
        if path == TreePath.versions.path {
            return .versions
        }
        if let file = ConfigurationFile(rawValue: path) {
            return .configuration(file)
        }
        guard path.hasPrefix(keys) else {
            return nil
        }
        let parts = path.dropFirst(keys.count).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let first = parts.first else {
            return .countries
        }
        guard let country = RegionCode(first) else {
            return nil
        }
        return ofCountry(country, Array(parts.dropFirst()))
    }

    private static func ofCountry(_ country: RegionCode, _ parts: [Substring]) -> TreePath? {
        guard parts.first == "date" else {
            return nil
        }
        guard parts.count > 1 else {
            return .dates(country)
        }
        guard let day = CalendarDay(iso: parts[1]) else {
            return nil
        }
        let rest = Array(parts.dropFirst(2))
        switch rest.count {
        case 0: return .day(country, day)
        case 1 where rest[0] == "hour": return .hours(country, day)
        case 2 where rest[0] == "batch": return batch(rest[1]).map { .day(country, day, batch: $0) }
        case 2 where rest[0] == "hour": return hour(rest[1]).map { .hour(country, day, $0) }
        case 4 where rest[0] == "hour" && rest[2] == "batch":
            guard let hour = hour(rest[1]), let batch = batch(rest[3]) else {
                return nil
            }
            return .hour(country, day, hour, batch: batch)
        default: return nil
        }
    }

    private static func hour(_ text: Substring) -> Int? {
        Int(text).flatMap { hoursOfDay.contains($0) ? $0 : nil }
    }

    private static func batch(_ text: Substring) -> Int? {
        Int(text).flatMap { batches.contains($0) ? $0 : nil }
    }
}

/// The five places at which phones of different generations look for the configuration.
public enum ConfigurationFile: String, Sendable, CaseIterable {
    case first = "/version/v1/configuration/country/DE/app_config"
    case firstIOS = "/version/v1/app_config_ios"
    case firstAndroid = "/version/v1/app_config_android"
    case secondIOS = "/version/v2/app_config_ios"
    case secondAndroid = "/version/v2/app_config_android"
}
