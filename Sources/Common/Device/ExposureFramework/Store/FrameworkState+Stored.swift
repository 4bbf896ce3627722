import ExposurePrimitives
import GAENCore
import PhonePorts
import ProximityRadio
import RiskModels

extension FrameworkState {
    init(stored bytes: [UInt8]) throws(StoredDataError) {
        var reader = ByteReader(bytes)
        guard let authorisation = FrameworkAuthorisation(rawValue: try reader.number()) else {
            throw .damaged
        }
        self.authorisation = authorisation
        isEnabled = try reader.number(UInt8.self) == 1
        consent = KeyConsent(givenAt: try reader.optional { reader throws(StoredDataError) in try reader.time() })
        quota = try CallQuota(from: &reader)
        mapping = try MappingChoice(from: &reader)
        keys = OwnKeys(
            try reader.list { reader throws(StoredDataError) in
                OwnKeys.Entry(
                    key: try TemporaryExposureKey(from: &reader),
                    isReleased: try reader.number(UInt8.self) == 1
                )
            }
        )
        rotation = RotationClock(
            resuming: try reader.optional { reader throws(StoredDataError) in
                try RotationClock.Term(from: &reader)
            }
        )
        address = try reader.optional { reader throws(StoredDataError) in try reader.number(UInt64.self) }
            .flatMap(RadioAddress.init)
        try reader.end()
    }

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.write(authorisation.rawValue)
        writer.write(UInt8(isEnabled ? 1 : 0))
        writer.write(consent.givenAt) { $0.write($1) }
        quota.write(to: &writer)
        mapping.write(to: &writer)
        writer.write(keys.entries) { writer, entry in
            entry.key.write(to: &writer)
            writer.write(UInt8(entry.isReleased ? 1 : 0))
        }
        writer.write(rotation.term) { writer, term in
            writer.write(term.interval.rawValue)
            writer.write(term.start)
            writer.write(term.end)
        }
        writer.write(address?.rawValue) { $0.write($1) }
        return writer.bytes
    }
}

extension CallQuota {
    fileprivate init(from reader: inout ByteReader) throws(StoredDataError) {
        let day = CalendarDay(daysSinceEpoch: Int(try reader.number(Int64.self)))
        var counts: [Call: Int] = [:]
        for call in Call.allCases {
            counts[call] = Int(try reader.number(UInt16.self))
        }
        self.init(day: day, counts: counts)
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(Int64(day.daysSinceEpoch))
        for call in Call.allCases {
            writer.write(UInt16(clamping: counts[call, default: 0]))
        }
    }
}

extension MappingChoice {
    fileprivate init(from reader: inout ByteReader) throws(StoredDataError) {
        let values = try reader.list { reader throws(StoredDataError) in Int(try reader.number(UInt8.self)) }
        let setAt = try reader.optional { reader throws(StoredDataError) in try reader.time() }
        let infectiousness = values.dropLast().compactMap(Infectiousness.init)
        guard infectiousness.count == values.count - 1, let missing = infectiousness.last, let last = values.last,
            let type = DiagnosisKey.ReportType(rawValue: last)
        else {
            throw .damaged
        }
        do {
            let mapping = try DiagnosisKeysDataMapping(
                daysSinceOnsetToInfectiousness: infectiousness.dropLast(),
                infectiousnessWhenDaysSinceOnsetMissing: missing,
                reportTypeWhenMissing: type
            )
            self.init(mapping: mapping, setAt: setAt)
        } catch {
            throw .damaged
        }
    }

    fileprivate func write(to writer: inout ByteWriter) {
        let days = DiagnosisKeysDataMapping.days.compactMap(mapping.infectiousness(daysSinceOnset:))
        let infectiousness = days + [mapping.infectiousnessWhenDaysSinceOnsetMissing]
        writer.write(infectiousness.map(\.rawValue) + [mapping.reportTypeWhenMissing.rawValue]) { writer, value in
            writer.write(UInt8(value))
        }
        writer.write(setAt) { $0.write($1) }
    }
}

extension RotationClock.Term {
    fileprivate init(from reader: inout ByteReader) throws(StoredDataError) {
        self.init(interval: IntervalNumber(try reader.number()), start: try reader.time(), end: try reader.time())
    }
}

extension TemporaryExposureKey {
    init(from reader: inout ByteReader) throws(StoredDataError) {
        let data = try reader.bytes(Bytes16.count)
        let start = IntervalNumber(try reader.number())
        let period = Int(try reader.number(UInt8.self))
        do {
            try self.init(keyData: KeyData(data), rollingStart: start, rollingPeriod: period)
        } catch {
            throw .damaged
        }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(keyData.exposedBytes)
        writer.write(rollingStart.rawValue)
        writer.write(UInt8(rollingPeriod))
    }
}
