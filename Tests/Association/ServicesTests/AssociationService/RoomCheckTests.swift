import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@testable import AssociationService

@Suite("Reports with more people beside a phone than have room")
struct RoomCheckTests {
    private static func edge(_ number: Int, in interval: UInt32 = 5, _ attenuations: [Int]) -> ContactEdge {
        ContactEdge(
            issuer: AssociationSamples.registration(UInt8(number)),
            interval: AssociationInterval(interval),
            scans: attenuations.map { MeasuredScan(attenuation: UInt8(clamping: $0), seconds: 60) },
            handle: nil
        )
    }

    @Test("nine people below 45 dB are too many in one interval")
    func limit() {
        func isOverfull(_ people: Int, _ attenuations: [Int]) -> Bool {
            RoomCheck.isOverfull((0..<people).map { Self.edge($0, attenuations) })
        }
        #expect(isOverfull(9, [44]))
        #expect(!isOverfull(8, [44]))
        #expect(!isOverfull(9, [45]))
        #expect(isOverfull(9, [30, 58]), "the mean is 44")
        #expect(!isOverfull(9, [30, 60]))
        #expect(!isOverfull(9, []), "nothing measured")
        #expect(!RoomCheck.isOverfull((0..<18).map { Self.edge($0, in: UInt32($0 % 3), [44]) }), "six each time")
    }

    /// The model of docs/radio.md, with one scan a minute.
    private struct Air {
        var generator: SeededGenerator

        private mutating func normal() -> Double {
            let radius = Double.random(in: 0..<1, using: &generator)
            let angle = Double.random(in: 0..<1, using: &generator)
            return (-2 * log(1 - radius)).squareRoot() * cos(2 * .pi * angle)
        }

        /// - Parameter boost: dB of transmit power that a phone does not state.
        mutating func edges(at metres: [Double], boost: Double = 0) -> [ContactEdge] {
            metres.enumerated().map { number, metres in
                let pair = 52.8 + 14.1 * log10(metres) + 4.7 * normal() - boost
                return RoomCheckTests.edge(number, (0..<10).map { _ in Int((pair + 5.8 * normal()).rounded()) })
            }
        }

        /// Places in a full train of 18 m by 2.5 m, four people to a square metre. Three in four have the app.
        mutating func train() -> [Double] {
            (0..<135).map { _ in
                let along = Double.random(in: 0..<9, using: &generator)
                let across = Double.random(in: 0..<1.25, using: &generator)
                return max(0.35, hypot(along, across))
            }
        }

        mutating func hall(_ people: Int) -> [Double] {
            (0..<people).map { _ in Double.random(in: 1..<15, using: &generator) }
        }
    }

    @Test("honest crowds have room: eight colleagues, a dinner of thirteen, a school class, a full train")
    func honest() {
        var air = Air(generator: SeededGenerator(seed: 21))
        let desks = (0..<30).map { 1.5 * hypot(Double($0 / 6 + 1), Double($0 % 6)) }
        for _ in 0..<100 {
            let places = [
                [Double](repeating: 0.8, count: 8), (0..<12).map { 0.6 + 0.2 * Double($0) }, desks, air.train(),
            ]
            for people in places {
                #expect(!RoomCheck.isOverfull(air.edges(at: people)))
            }
        }
    }

    @Test("a phone with 20 dB more than it states is found among forty people, and none with its true power")
    func boosted() {
        var air = Air(generator: SeededGenerator(seed: 22))
        let found = (0..<100).count { _ in RoomCheck.isOverfull(air.edges(at: air.hall(40), boost: 20)) }
        #expect(found >= 95, "of 100")
        #expect((0..<100).count { _ in RoomCheck.isOverfull(air.edges(at: air.hall(40))) } == 0)
    }

    @Test("the report is held, and that of eight people is not", arguments: [8, 9])
    func held(people: Int) async throws {
        let authority = try await SampleAuthority()
        let reporter = try await authority.register("reporter")
        let moment = authority.clock.now().advanced(bySeconds: -1000)
        var drafts: [ContactDraft] = []
        for number in 0..<people {
            let other = try await authority.register("person \(number)")
            drafts.append(try reporter.meet(other, at: moment, rssi: -50, observed: -50))
        }
        try await authority.takeReport(of: reporter, drafts)
        _ = try await authority.decisions().run()
        let held = try await authority.stores.reports.cases().filter { $0.state == .held }.map(\.reasons)
        #expect(held == (people > 8 ? [.crowd] : []))
    }
}
