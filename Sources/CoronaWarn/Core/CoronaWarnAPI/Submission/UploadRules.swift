public import ExposurePrimitives
public import GAENCore

/// The decisions of an authority about uploads.
public struct UploadRules: Sendable {
    /// The maximum number of keys in an upload, within ``CoronaWarnLimits/keyCounts``.
    public let maxKeyCount: Int
    /// The authority's own country, which is the origin of all uploads.
    public let country: RegionCode
    /// The countries that a phone may name as visited.
    public let supportedCountries: Set<RegionCode>
    /// The seconds after the end of its window in which a key counts.
    public let retention: Int64

    public init(
        maxKeyCount: Int = CoronaWarnLimits.defaultKeyCount,
        country: RegionCode,
        supportedCountries: Set<RegionCode>,
        retention: Int64 = 14 * UnixTime.secondsPerDay
    ) {
        self.maxKeyCount = min(
            max(maxKeyCount, CoronaWarnLimits.keyCounts.lowerBound),
            CoronaWarnLimits.keyCounts.upperBound
        )
        self.country = country
        self.supportedCountries = supportedCountries.union([country])
        self.retention = retention
    }

    /// The keys of an upload that are stored, with levels and codes complete.
    ///
    /// Dropped without a word are keys that start in the future, keys whose retention has ended, and repetitions of a
    /// key within the upload.
    ///
    /// - Parameter trusted: the moment that decides about the retention: `now` unless the clock may be wrong.
    public func acceptedKeys(of payload: SubmissionPayload, now: UnixTime, trusted: UnixTime) -> [AcceptedKey] {
        let latestStart = IntervalNumber(clamping: now)
        var seen: Set<TemporaryExposureKey.KeyData> = []
        return payload.keys.filter { submitted in
            let key = submitted.key
            return key.rollingStart <= latestStart && key.windowEnd.advanced(bySeconds: retention) > trusted
                && seen.insert(key.keyData).inserted
        }.map(AcceptedKey.init)
    }

    /// The countries whose packages get the keys of an upload: those that the person visited, and the origin.
    public func countries(of payload: SubmissionPayload) -> Set<RegionCode> {
        Set(payload.visitedCountries).union([country])
    }
}

/// A key of an upload with level and onset code, as the server keeps it.
public struct AcceptedKey: Hashable, Sendable {
    public let key: TemporaryExposureKey
    /// 1…8.
    public let transmissionRiskLevel: Int
    public let onsetCode: OnsetCode
    /// Nil if the phone sent a level alone.
    public let reportedOnset: OnsetCode?

    init(_ submitted: SubmittedKey) {
        key = submitted.key
        let level = submitted.transmissionRiskLevel ?? submitted.onsetCode.map(\.transmissionRiskLevel) ?? 1
        transmissionRiskLevel = level
        onsetCode = submitted.onsetCode ?? OnsetCode(transmissionRiskLevel: level)
        reportedOnset = submitted.onsetCode
    }

    private init(key: TemporaryExposureKey, like other: AcceptedKey) {
        self.key = key
        transmissionRiskLevel = other.transmissionRiskLevel
        onsetCode = other.onsetCode
        reportedOnset = other.reportedOnset
    }

    /// The onset of symptoms, as another country is told.
    ///
    /// A code that follows from a level tells no days, so it is not told.
    public func onset(submittedOn day: CalendarDay) -> OnsetMeaning {
        reportedOnset.flatMap { OnsetMeaning(code: $0.rawValue) }
            ?? .submitted(days: key.rollingStart.start.utcDay.days(since: day))
    }

    /// `keys`, and for each of them `multiplier` − 1 companions that differ in the sixteen bytes alone.
    ///
    /// - Parameters:
    ///   - multiplier: 1…25; 1 makes no companions.
    ///   - generator: a secure one outside tests: companions must look like keys.
    public static func padded(
        _ keys: [AcceptedKey],
        multiplier: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [AcceptedKey] {
        let companionCount = min(max(multiplier, multipliers.lowerBound), multipliers.upperBound) - 1
        var padded = keys
        for key in keys {
            for _ in 0..<companionCount {
                let random = TemporaryExposureKey.KeyData(Bytes16.random(using: &generator))
                if let companion = try? TemporaryExposureKey(
                    keyData: random,
                    rollingStart: key.key.rollingStart,
                    rollingPeriod: key.key.rollingPeriod
                ) {
                    padded.append(AcceptedKey(key: companion, like: key))
                }
            }
        }
        return padded
    }

    /// The values of the multiplier.
    public static let multipliers = 1...25
}
