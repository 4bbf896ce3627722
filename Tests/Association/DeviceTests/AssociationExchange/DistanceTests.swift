import AssociationAPI
import AssociationExchange
import AssociationProtocol
import AssociationRisk
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhoneSimulation
import ProximityRadio
import Testing

/// The bands of meetings of two phones, through the real exchange and the rule of the authority.
@Suite("Meetings at distances")
struct DistanceTests {
    /// The transmit powers of four models in dBm. Each phone knows its own.
    private static let powers: [Int8] = [-8, -12, -15, -20]
    private static let distances = [0.5, 1, 1.5, 2, 3, 4, 6]
    private static let minutes = [10, 25, 40]

    @Test("have the bands of docs/association.md for four models of phones")
    func models() async throws {
        var rows: [String] = []
        for metres in Self.distances {
            var cells: [String] = []
            for minutes in Self.minutes {
                var bands: Set<Int> = []
                for (reporter, issuer) in Self.powers.flatMap({ power in Self.powers.map { (power, $0) } }) {
                    let meeting = Meeting(reporter: reporter, issuer: issuer, metres: metres, minutes: minutes)
                    bands.insert(try await meeting.band())
                }
                cells.append(bands.sorted().map { ["none", "1", "2", "3"][$0] }.joined(separator: " or "))
            }
            rows.append(Self.row(metres, cells))
        }
        try Self.expect(rows)
    }

    @Test("have the same bands if phones scan every five minutes only", arguments: distances)
    func rest(metres: Double) async throws {
        for minutes in [25, 40] {
            let meeting = Meeting(reporter: -15, issuer: -12, metres: metres, minutes: minutes)
            #expect(try await meeting.band(scanningEvery: 300) == meeting.band())
        }
    }

    @Test("warn these shares of people, with bodies and noise", .enabled(if: Effort.choose(quick: false, whole: true)))
    func noise() async throws {
        var rows: [String] = []
        for metres in Self.distances {
            var cells: [String] = []
            for minutes in Self.minutes {
                var counts = [0, 0, 0, 0]
                for seed in 0..<Self.meetings {
                    let meeting = Meeting(
                        reporter: Self.powers[seed % 4],
                        issuer: Self.powers[seed / 4 % 4],
                        metres: metres,
                        minutes: minutes,
                        noise: UInt64(seed + 1)
                    )
                    counts[try await meeting.band()] += 1
                }
                let (warned, close) = (counts[1...].reduce(0, +), counts[2] + counts[3])
                cells.append("\(warned * 100 / Self.meetings) % (\(close * 100 / Self.meetings) %)")
            }
            rows.append(Self.row(metres, cells))
        }
        try Self.expect(rows)
    }

    private static let meetings = 200

    private static func row(_ metres: Double, _ cells: [String]) -> String {
        "| \(metres.formatted(.number.locale(Locale(identifier: "en")))) | " + cells.joined(separator: " | ") + " |"
    }

    private static func expect(_ rows: [String]) throws {
        let page = try String(
            contentsOf: RepositoryFolder.url.appending(path: "docs/association.md"),
            encoding: .utf8
        )
        let table = rows.joined(separator: "\n")
        #expect(page.contains(table), "docs/association.md should hold:\n\(table)")
    }
}

/// Two phones beside each other, of which one reports the other.
private struct Meeting {
    /// dBm.
    let reporter, issuer: Int8
    let metres: Double
    let minutes: Int
    /// The seed of the air's noise; nil for none.
    var noise: UInt64?

    /// The band of the issuer's alert; 0 for none.
    ///
    /// - Parameter seconds: from one scan of both phones to the next.
    func band(scanningEvery seconds: Int = 60) async throws -> Int {
        var model = RadioModel()
        if noise == nil {
            model.pairDeviation = 0
            model.scanDeviation = 0
        }
        let sample = SampleAssociationAir(model: model, seed: noise ?? 1)
        let anna = try phone(1, of: sample, power: issuer, at: 0)
        let ben = try phone(2, of: sample, power: reporter, at: metres)
        for _ in 0..<minutes * 60 / seconds {
            await sample.air.scan()
            sample.clock.advance(bySeconds: Int64(seconds))
        }
        let measured = try ben.measurements(of: anna) { number in
            try ben.details(ofContact: number, transmitPower: reporter)
        }
        let day = SampleAssociationAir.start.utcDay
        return ExposureRule().band(of: measured, on: day, today: day).map { Int($0.rawValue) } ?? 0
    }

    private func phone(_ seed: UInt64, of sample: SampleAssociationAir, power: Int8, at metres: Double) throws
        -> AirPhone
    {
        let calibration = RadioCalibration(transmitPower: power, receiveCorrection: 0, confidence: .high)
        return try sample.phone(seed: seed, metres: metres, power: power, calibration: calibration)
    }
}
