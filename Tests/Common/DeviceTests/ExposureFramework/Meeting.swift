import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import PhonePorts
import ProximityRadio
import RiskModels
import Testing

/// A phone that was near some others for 20 minutes at noon of the first day. On the next day the others share their
/// keys.
struct Meeting {
    let listener: SamplePhone
    let framework: PortableExposureFramework
    let keys: [TemporaryExposureKey]
    let lastSighting: UnixTime
    /// The end of the current UTC day.
    let endOfDay = SamplePhone.start.advanced(bySeconds: 2 * 86_400)
    private let diagnosis: @Sendable (TemporaryExposureKey) -> DiagnosisKey

    /// - Parameter people: the number of others; each is heard one dB weaker than the one before.
    init(
        people: Int = 1,
        key diagnosis: @escaping @Sendable (TemporaryExposureKey) -> DiagnosisKey = { DiagnosisKey($0) }
    ) async throws {
        let clock = ManualClock(SamplePhone.start)
        listener = SamplePhone(clock: clock, seed: 1000)
        framework = try await listener.bootEnabled()
        let noon = SamplePhone.start.advanced(bySeconds: 43_200)
        lastSighting = noon.advanced(bySeconds: 1200)
        var senders: [PortableExposureFramework] = []
        for person in 0..<people {
            let sender = try await SamplePhone(clock: clock, seed: UInt64(person)).bootEnabled()
            for second in stride(from: Int64(0), through: 1200, by: 300) {
                let time = noon.advanced(bySeconds: second)
                let packet = try #require(await sender.broadcast(at: time)).packet
                let (rssi, previousScan) = (Int8(-60 - person), time.advanced(bySeconds: -240))
                await framework.receive([.init(packet: packet, rssi: rssi, time: time, previousScan: previousScan)])
            }
            senders.append(sender)
        }
        clock.advance(bySeconds: 86_400)
        var keys: [TemporaryExposureKey] = []
        for sender in senders {
            keys += try await sender.temporaryExposureKeyHistory()
        }
        self.keys = keys
        self.diagnosis = diagnosis
    }

    /// A meeting that the phone has found.
    static func found(
        key diagnosis: @escaping @Sendable (TemporaryExposureKey) -> DiagnosisKey = { DiagnosisKey($0) }
    ) async throws -> Meeting {
        let meeting = try await Meeting(key: diagnosis)
        try await meeting.detect()
        return meeting
    }

    @discardableResult
    func detect() async throws -> ExposureDetectionSummary {
        try await detect(in: [SampleExport.verified(keys.map(diagnosis))])
    }

    @discardableResult
    func detect(in exports: [VerifiedExport]) async throws -> ExposureDetectionSummary {
        try await framework.detectExposures(in: exports, under: SamplePhone.rule().configuration)
    }
}
