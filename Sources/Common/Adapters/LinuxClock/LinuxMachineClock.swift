import CKernelClock
package import ClockPorts
import ExposurePrimitives
import Foundation

/// The clocks of a Linux machine besides the calendar's.
package struct LinuxMachineClock: MachineClock {
    private let boot: String

    package init() {
        let file = "/proc/sys/kernel/random/boot_id"
        let identifier = (try? String(contentsOfFile: file, encoding: .utf8))?.trimmingCharacters(in: .newlines)
        // Without the kernel's name, readings can be compared only within this process.
        boot = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? UUID().uuidString
    }

    package func time(askingKernel: Bool) -> MachineTime {
        MachineTime(sinceBoot: avviso_seconds_since_boot(), boot: boot, kernel: askingKernel ? Self.kernelTime() : nil)
    }

    private static func kernelTime() -> KernelTime? {
        let kernel = avviso_kernel_time()
        guard kernel.is_known != 0 else {
            return nil
        }
        return KernelTime(time: UnixTime(kernel.seconds), isSynchronised: kernel.is_synchronised != 0)
    }
}
