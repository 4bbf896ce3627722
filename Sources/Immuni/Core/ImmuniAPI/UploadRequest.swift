public import ExposurePrimitives
public import GAENCore
import WireFormat

/// The body of `POST /v1/ingestion/upload`.
public struct UploadRequest: Sendable {
    public let province: Province
    /// The phone's TEKs; their windows do not overlap.
    public let keys: [TemporaryExposureKey]
    public let epidemiologicalInfo: EpidemiologicalInfo

    public init(province: Province, keys: [TemporaryExposureKey], epidemiologicalInfo: EpidemiologicalInfo) {
        self.province = province
        self.keys = keys
        self.epidemiologicalInfo = epidemiologicalInfo
    }

    /// Reads and validates the whole body: any violation refuses all of it.
    ///
    /// - Parameters:
    ///   - today: the authority's calendar day.
    ///   - skew: corrects the phone's clock when a key is compared with `now`.
    public init(parsing body: [UInt8], now: UnixTime, today: CalendarDay, skew: ClockSkew) throws(APIError) {
        var province: Province?
        var keys: [TemporaryExposureKey]?
        var summaries: [EpidemiologicalInfo.DetectionSummary]?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "province": province = Province(code: try reader.readString())
                case "teks": keys = try reader.readKeys()
                case "exposure_detection_summaries": summaries = try reader.readSummaries(today: today)
                case "countries_of_interest": try reader.skipCountries()
                case "padding": try reader.skipPadding()
                default: throw .wrongMembers
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let province, let keys, let summaries, Self.areAcceptable(keys, now: now, skew: skew),
            summaries.reduce(0, { $0 + $1.exposureInfo.count }) <= UploadLimits.infos.upperBound
        else {
            throw .notCompliant
        }
        self.init(province: province, keys: keys, epidemiologicalInfo: EpidemiologicalInfo(summaries: summaries))
    }

    /// Whether keys are distinct, do not overlap, and none starts in the future.
    private static func areAcceptable(_ keys: [TemporaryExposureKey], now: UnixTime, skew: ClockSkew) -> Bool {
        guard Set(keys.map(\.keyData)).count == keys.count else {
            return false
        }
        let latestStart = now.advanced(bySeconds: UploadLimits.futureTolerance)
        let sorted = keys.sorted { $0.rollingStart < $1.rollingStart }
        let overlaps = zip(sorted, sorted.dropFirst()).contains { $0.windowEnd > $1.rollingStart.start }
        return !overlaps && sorted.allSatisfy { skew.corrected($0.rollingStart.start) <= latestStart }
    }

    /// The body with `paddingLength` characters of `padding`, which must be letters and digits.
    public func exposedBody(padding: String) -> [UInt8] {
        let keys = keys.map { key -> JSONValue in
            [
                "key_data": .string(Base64.encode(key.keyData.exposedBytes)),
                "rolling_start_number": .integer(key.rollingStart.rawValue),
                "rolling_period": .integer(key.rollingPeriod),
            ]
        }
        let value: JSONValue = [
            "province": .string(province.code),
            "teks": .array(keys),
            "exposure_detection_summaries": epidemiologicalInfo.json,
            "padding": .string(padding),
        ]
        return value.encoded
    }
}

// MARK: - Reading

extension JSONReader {
    /// Reads an array of at most `limit` elements.
    private mutating func readArray<Element>(
        atMost limit: Int,
        _ element: (inout JSONReader) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        var elements: [Element] = []
        try readArray { reader throws(JSONError) in
            guard elements.count < limit else {
                throw .outOfRange
            }
            elements.append(try element(&reader))
        }
        return elements
    }

    fileprivate mutating func readKeys() throws(JSONError) -> [TemporaryExposureKey] {
        try readArray(atMost: UploadLimits.keys.upperBound) { reader throws(JSONError) in try reader.readKey() }
    }

    private mutating func readKey() throws(JSONError) -> TemporaryExposureKey {
        var keyData: TemporaryExposureKey.KeyData?
        var rollingStart: IntervalNumber?
        var rollingPeriod = Int(IntervalNumber.perDay)
        try readObject { reader, name throws(JSONError) in
            switch name {
            case "key_data":
                keyData = Base64.decode(try reader.readString()).flatMap { try? TemporaryExposureKey.KeyData($0) }
            case "rolling_start_number":
                rollingStart = IntervalNumber(UInt32(try reader.readInteger(in: 0...Int(UInt32.max))))
            case "rolling_period":
                rollingPeriod = try reader.readInteger(in: TemporaryExposureKey.rollingPeriods)
            case "transmission_risk_level":
                _ = try reader.readInteger(in: UploadLimits.transmissionRiskLevel)
            default:
                throw .wrongMembers
            }
        }
        guard let keyData, let rollingStart,
            let key = try? TemporaryExposureKey(
                keyData: keyData,
                rollingStart: rollingStart,
                rollingPeriod: rollingPeriod
            )
        else {
            throw .notCompliant
        }
        return key
    }

    /// Skips `countries_of_interest`, checked only for its form: shipped clients send it, null or a list.
    fileprivate mutating func skipCountries() throws(JSONError) {
        if readNullIfPresent() {
            return
        }
        _ = try readArray(atMost: UploadLimits.countries.upperBound) { reader throws(JSONError) in
            // A country code has the form of a province code.
            guard Province(code: try reader.readString()) != nil else {
                throw .notCompliant
            }
        }
    }

    fileprivate mutating func readSummaries(
        today: CalendarDay
    ) throws(JSONError) -> [EpidemiologicalInfo.DetectionSummary] {
        try readArray(atMost: UploadLimits.summaries.upperBound) { reader throws(JSONError) in
            try reader.readSummary(days: today.advanced(byDays: -UploadLimits.daysOfInfo)...today)
        }
    }

    private mutating func readSummary(
        days: ClosedRange<CalendarDay>
    ) throws(JSONError) -> EpidemiologicalInfo.DetectionSummary {
        var date: CalendarDay?
        var matchedKeyCount, daysSinceLastExposure, maximumRiskScore: Int?
        var attenuationDurations: [Int]?
        var infos: [EpidemiologicalInfo.Info] = []
        try readObject { reader, name throws(JSONError) in
            switch name {
            case "date": date = try reader.readDay(in: days)
            case "matched_key_count": matchedKeyCount = try reader.readInteger(in: UploadLimits.matchedKeyCount)
            case "days_since_last_exposure":
                daysSinceLastExposure = try reader.readInteger(in: UploadLimits.daysSinceLastExposure)
            case "attenuation_durations": attenuationDurations = try reader.readAttenuationDurations()
            case "maximum_risk_score": maximumRiskScore = try reader.readInteger(in: UploadLimits.riskScore)
            case "exposure_info":
                infos = try reader.readArray(atMost: UploadLimits.infos.upperBound) { reader throws(JSONError) in
                    try reader.readInfo(days: days)
                }
            default: throw .wrongMembers
            }
        }
        guard let date, let matchedKeyCount, let daysSinceLastExposure, let attenuationDurations, let maximumRiskScore
        else {
            throw .wrongMembers
        }
        return EpidemiologicalInfo.DetectionSummary(
            date: date,
            matchedKeyCount: matchedKeyCount,
            daysSinceLastExposure: daysSinceLastExposure,
            attenuationDurations: attenuationDurations,
            maximumRiskScore: maximumRiskScore,
            exposureInfo: infos
        )
    }

    private mutating func readInfo(days: ClosedRange<CalendarDay>) throws(JSONError) -> EpidemiologicalInfo.Info {
        var date: CalendarDay?
        var duration, attenuationValue, transmissionRiskLevel, totalRiskScore: Int?
        var attenuationDurations: [Int]?
        try readObject { reader, name throws(JSONError) in
            switch name {
            case "date": date = try reader.readDay(in: days)
            case "duration": duration = try reader.readInteger(in: UploadLimits.duration)
            case "attenuation_value": attenuationValue = try reader.readInteger(in: UploadLimits.attenuation)
            case "attenuation_durations": attenuationDurations = try reader.readAttenuationDurations()
            case "transmission_risk_level":
                transmissionRiskLevel = try reader.readInteger(in: UploadLimits.transmissionRiskLevel)
            case "total_risk_score": totalRiskScore = try reader.readInteger(in: UploadLimits.riskScore)
            default: throw .wrongMembers
            }
        }
        guard let date, let duration, let attenuationValue, let attenuationDurations, let transmissionRiskLevel,
            let totalRiskScore
        else {
            throw .wrongMembers
        }
        return EpidemiologicalInfo.Info(
            date: date,
            duration: duration,
            attenuationValue: attenuationValue,
            attenuationDurations: attenuationDurations,
            transmissionRiskLevel: transmissionRiskLevel,
            totalRiskScore: totalRiskScore
        )
    }

    private mutating func readAttenuationDurations() throws(JSONError) -> [Int] {
        let durations = try readArray(atMost: UploadLimits.attenuationRanges.upperBound) { reader throws(JSONError) in
            try reader.readInteger(in: UploadLimits.duration)
        }
        guard UploadLimits.attenuationRanges.contains(durations.count) else {
            throw .outOfRange
        }
        return durations
    }
}
