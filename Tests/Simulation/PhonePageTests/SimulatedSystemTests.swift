import ExposurePrimitives
import Foundation
import ImmuniAPI
import PhonePorts
import ProximityRadio
import Testing

@testable import PhonePage

@Suite("The simulated operating system")
struct SimulatedSystemTests {
    private func system(_ file: URL) -> SimulatedSystem {
        SimulatedSystem(platform: .iOS, file: file, language: "en-GB")
    }

    private let file = FileManager.default.temporaryDirectory.appending(path: "avviso-system-\(UUID().uuidString)")

    @Test("asks one question at a time and gives the owner's answer", arguments: [true, false])
    func questions(isGranted: Bool) async {
        let system = system(file)
        async let answer = system.mayExchangeIdentifiers()
        while system.question == nil {
            await Task.yield()
        }
        #expect(system.question == .exchangeIdentifiers)
        #expect(await system.mayShareKeys() == false)
        system.answer(isGranted)
        #expect(await answer == isGranted)
        #expect(system.question == nil)
    }

    @Test("answers what is open as it stops, and asks nothing any more")
    func stop() async {
        let system = system(file)
        async let answer = system.mayShareKeys()
        while system.question == nil {
            await Task.yield()
        }
        system.stop()
        #expect(await answer == false)
        #expect(await system.mayShareKeys() == false)
    }

    @Test("wakes for what is due, the earliest first, and once")
    func tasks() {
        let system = system(file)
        system.schedule(.coverTraffic, at: UnixTime(20))
        system.schedule(.backgroundSession, at: UnixTime(10))
        system.schedule(.chunkRetry, at: UnixTime(15))
        system.schedule(.chunkRetry, at: nil)
        #expect(system.nextTask == UnixTime(10))
        #expect(system.takeTask(dueAt: UnixTime(9)) == nil)
        #expect(system.takeTask(dueAt: UnixTime(10)) == .backgroundSession)
        #expect(system.takeTask(dueAt: UnixTime(20)) == .coverTraffic)
        #expect(system.takeTask(dueAt: UnixTime(20)) == nil)
    }

    @Test("remembers switches and notifications, and shows each kind of notification once")
    func memory() async {
        defer { try? FileManager.default.removeItem(at: file) }
        let first = system(file)
        first.change { $0.isBluetoothOn = false }
        let day = UnixTime(1_795_255_200).utcDay
        await first.show(.riskOfExposure(lastContact: day))
        await first.show(.riskOfExposure(lastContact: day.advanced(byDays: 1)))
        let second = system(file)
        #expect(second.antenna.state == .off)
        #expect(second.state.notifications == [.riskOfExposure(lastContact: day.advanced(byDays: 1))])
    }
}
