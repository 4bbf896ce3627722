import ClockPorts
import ExposurePrimitives
import Foundation
import LinuxClock
import Testing

@Suite("The clocks of a Linux machine")
struct LinuxMachineClockTests {
    @Test("two readings since one start of the machine are comparable and never go back")
    func uptime() throws {
        let first = LinuxMachineClock().time(askingKernel: true)
        let second = LinuxMachineClock().time(askingKernel: false)
        #expect(second.kernel == nil)
        #expect(first.boot == second.boot)
        #expect(!first.boot.isEmpty)
        #expect(first.sinceBoot > 0)
        #expect(second.sinceBoot >= first.sinceBoot)
        let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8).prefix { $0 != "." }
        #expect(try #require(Int64(uptime)) >= second.sinceBoot)
    }

    @Test("if the kernel's time is available, it is the calendar's")
    func kernel() {
        // scripts/try-tests lets libfaketime move the calendar of this process, and not the kernel's.
        let ahead = ProcessInfo.processInfo.environment["FAKETIME"].flatMap(Double.init) ?? 0
        let calendar = { UnixTime(Int64(Date().timeIntervalSince1970 - ahead)) }
        let before = calendar()
        if let kernel = LinuxMachineClock().time(askingKernel: true).kernel {
            #expect(kernel.time >= before)
            #expect(kernel.time <= calendar().advanced(bySeconds: 1))
        }
    }
}
