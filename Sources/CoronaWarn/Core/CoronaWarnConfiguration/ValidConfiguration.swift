import RiskModels

/// A configuration that was checked as a whole. Only such a configuration can become a message for phones.
public struct ValidConfiguration: Hashable, Sendable {
    public let configuration: PhoneConfiguration

    /// - Throws: everything that is wrong.
    public init(_ configuration: PhoneConfiguration) throws(InvalidConfiguration) {
        let problems = ConfigurationCheck(configuration).problems
        guard problems.isEmpty else {
            throw InvalidConfiguration(problems: problems)
        }
        self.configuration = configuration
    }
}

/// Collects what is wrong with a configuration.
struct ConfigurationCheck {
    private(set) var problems: [ConfigurationProblem] = []

    init(_ configuration: PhoneConfiguration) {
        check(configuration.scores, form: configuration.riskCalculation == .scoreProduct ? .product : .normalised)
        check(configuration.windows, notifyFrom: configuration.notifyFromMinutes)
        checkCountries(configuration.supportedCountries)
        for (name, value, range) in [
            ("downloadInterval", configuration.downloadInterval, Self.downloadIntervals),
            ("maxDetectionsPerDay", configuration.maxDetectionsPerDay, Self.detectionCounts),
        ] where !range.contains(value) {
            add(name, "is \(value), outside \(range.lowerBound)…\(range.upperBound)")
        }
        check(configuration.resultPolling, "resultPolling", Self.pollingPauses)
        check(configuration.fakesPerDay, "fakesPerDay", Self.fakeCounts)
        check(configuration.pauseBetweenFakes, "pauseBetweenFakes", Self.fakePauses)
        for hotline in configuration.hotlines where !Self.isNumber(hotline.number) {
            add("hotlines", "have a number that is no + with 6 to 15 digits and spaces: \(hotline.number.prefix(30))")
        }
        checkRevoked(configuration.revokedPackages)
    }

    // The limits of single values, in seconds and numbers.
    static let downloadIntervals = 3600...86_400
    /// 24 hours divided by the number are the pause between two detections.
    static let detectionCounts = 1...24
    static let pollingPauses = 600...86_400
    /// None would leave phones with a test alone on the network: the originals' zeros switched all fakes off.
    static let fakeCounts = 1...24
    static let fakePauses = 60...86_400

    mutating func add(_ parameter: String, _ reason: String) {
        problems.append(ConfigurationProblem(parameter, reason))
    }

    /// The rules know some parameters by other names, and speak of some in words.
    mutating func add(_ prefix: String, _ error: RiskParameterError) {
        let name =
            switch error.parameter {
            case "riskScoreClasses": "classes"
            case "riskScoreNormalizationDivisor": "normalizationDivisor"
            default: error.parameter
            }
        add(name.contains(" ") ? "\(prefix): \(name)" : "\(prefix).\(name)", error.reason)
    }

    private mutating func check(_ span: ClosedSpan, _ name: String, _ range: ClosedRange<Int>) {
        if span.min > span.max {
            add(name, "goes from \(span.min) down to \(span.max)")
        } else if !range.contains(span.min) || !range.contains(span.max) {
            add(name, "is \(span.min)…\(span.max), outside \(range.lowerBound)…\(range.upperBound)")
        }
    }

    private mutating func checkCountries(_ countries: [String]) {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        if let country = countries.first(where: { $0.utf8.count != 2 || !$0.utf8.allSatisfy(capitals.contains) }) {
            add("supportedCountries", "have an element that is not two capitals: \(country.prefix(30))")
        }
        if countries.isEmpty || Set(countries).count != countries.count {
            add("supportedCountries", "are empty, or name a country twice")
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return text.hasPrefix("+") && (6...15).contains(digits.count)
            && text.utf8.dropFirst().count == digits.count + text.utf8.count { $0 == UInt8(ascii: " ") }
    }

    private mutating func checkRevoked(_ packages: [RevokedPackage]) {
        for package in packages where !package.isWellFormed {
            add(
                "revokedPackages",
                "have an element that names no package: \(package.region.prefix(3)) \(package.date.prefix(10))"
            )
        }
        if packages.count > Self.maxRevokedCount {
            add("revokedPackages", "are \(packages.count), more than \(Self.maxRevokedCount)")
        }
    }

    static let maxRevokedCount = 500
}
