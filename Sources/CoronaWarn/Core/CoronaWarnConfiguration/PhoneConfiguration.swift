public import RiskModels

/// The configuration that an authority gives to all phones: the parameters of both risk calculations, and what phones
/// do at which times.
///
/// It is data and may be wrong. ``ValidConfiguration`` says whether it can be published.
public struct PhoneConfiguration: Hashable, Sendable, Codable {
    /// Which of the two calculations decides about the owner's risk.
    public var riskCalculation: RiskCalculation
    /// The first risk calculation, from Total Risk Scores.
    public var scores: ScoreParameters
    /// The second risk calculation, from exposure windows.
    public var windows: CoronaWarnParameters
    /// The normalised minutes of a day from which the owner is notified, whatever level is shown.
    public var notifyFromMinutes: Double
    /// The countries whose keys phones use (ISO 3166-1 alpha-2).
    public var supportedCountries: [String]
    /// Whether a person is asked for visited countries before an upload.
    public var asksForVisitedCountries: Bool
    /// Whether a person is asked about symptoms before an upload. Otherwise keys have the levels of the launch.
    public var asksForSymptoms: Bool
    public var hotlines: [Hotline]
    /// Seconds between two downloads of packages.
    public var downloadInterval: Int
    /// The maximum number of detections in 24 hours.
    public var maxDetectionsPerDay: Int
    /// Seconds between two questions for a result; the phone draws each pause.
    public var resultPolling: ClosedSpan
    /// The number of fake sequences on a day; the phone draws each day's.
    public var fakesPerDay: ClosedSpan
    /// Seconds between two fake sequences; the phone draws each pause.
    public var pauseBetweenFakes: ClosedSpan
    /// Packages that phones must delete.
    public var revokedPackages: [RevokedPackage]

    public init(
        riskCalculation: RiskCalculation = .windows,
        scores: ScoreParameters,
        windows: CoronaWarnParameters,
        notifyFromMinutes: Double,
        supportedCountries: [String],
        asksForVisitedCountries: Bool = false,
        asksForSymptoms: Bool = true,
        hotlines: [Hotline] = [],
        downloadInterval: Int = 3600,
        maxDetectionsPerDay: Int = 6,
        resultPolling: ClosedSpan = ClosedSpan(min: 7200, max: 14_400),
        fakesPerDay: ClosedSpan = ClosedSpan(min: 1, max: 3),
        pauseBetweenFakes: ClosedSpan = ClosedSpan(min: 1800, max: 28_800),
        revokedPackages: [RevokedPackage] = []
    ) {
        self.riskCalculation = riskCalculation
        self.scores = scores
        self.windows = windows
        self.notifyFromMinutes = notifyFromMinutes
        self.supportedCountries = supportedCountries
        self.asksForVisitedCountries = asksForVisitedCountries
        self.asksForSymptoms = asksForSymptoms
        self.hotlines = hotlines
        self.downloadInterval = downloadInterval
        self.maxDetectionsPerDay = maxDetectionsPerDay
        self.resultPolling = resultPolling
        self.fakesPerDay = fakesPerDay
        self.pauseBetweenFakes = pauseBetweenFakes
        self.revokedPackages = revokedPackages
    }

    /// The parameters in force from April 2021, with one country and no hotline.
    public static func published(country: String) -> PhoneConfiguration {
        PhoneConfiguration(scores: .published, windows: .published, notifyFromMinutes: 9, supportedCountries: [country])
    }
}

extension PhoneConfiguration {
    /// Reads a document. Members that came later may be missing, because documents of earlier versions are kept.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        self.init(
            riskCalculation: try container.decodeIfPresent(RiskCalculation.self, forKey: .riskCalculation) ?? .windows,
            scores: try value(.scores),
            windows: try value(.windows),
            notifyFromMinutes: try value(.notifyFromMinutes),
            supportedCountries: try value(.supportedCountries),
            asksForVisitedCountries: try value(.asksForVisitedCountries),
            asksForSymptoms: try container.decodeIfPresent(Bool.self, forKey: .asksForSymptoms) ?? true,
            hotlines: try value(.hotlines),
            downloadInterval: try value(.downloadInterval),
            maxDetectionsPerDay: try value(.maxDetectionsPerDay),
            resultPolling: try value(.resultPolling),
            fakesPerDay: try value(.fakesPerDay),
            pauseBetweenFakes: try value(.pauseBetweenFakes),
            revokedPackages: try value(.revokedPackages)
        )
    }
}

/// The calculation that decides about the owner's risk.
public enum RiskCalculation: String, Sendable, CaseIterable, Codable {
    /// The second one, from the minutes of each day's exposure windows.
    case windows
    /// The first one: weighted minutes of all exposures, times the greatest Total Risk Score, divided.
    case normalisedScore = "normalised-score"
    /// The first one as the founding document has it: the greatest Total Risk Score alone.
    case scoreProduct = "score-product"
}

/// Two whole numbers, both included.
public struct ClosedSpan: Hashable, Sendable, Codable {
    public let min: Int
    public let max: Int

    public init(min: Int, max: Int) {
        self.min = min
        self.max = max
    }
}

/// A telephone number for people with the app.
public struct Hotline: Hashable, Sendable, Codable {
    public let purpose: Purpose
    /// As it is dialled from abroad, for example `+49 800 7540002`.
    public let number: String

    public init(purpose: Purpose, number: String) {
        self.purpose = purpose
        self.number = number
    }

    public enum Purpose: String, Sendable, CaseIterable, Codable {
        /// Gives teleTANs.
        case teleTAN = "teletan"
        case information
    }
}

/// A package that the authority withdrew.
public struct RevokedPackage: Hashable, Sendable, Codable {
    /// Two or three capitals.
    public let region: String
    /// `YYYY-MM-DD`.
    public let date: String
    /// 0…23; nil for the package of a day.
    public let hour: Int?
    /// The entity tag of the file, without quotation marks.
    public let entityTag: String

    public init(region: String, date: String, hour: Int?, entityTag: String) {
        self.region = region
        self.date = date
        self.hour = hour
        self.entityTag = entityTag
    }
}
