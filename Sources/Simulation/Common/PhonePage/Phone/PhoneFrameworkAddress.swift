import ExposurePrimitives
import PhonePorts
import Synchronization

/// The address of the exposure framework on a phone; nil while none broadcasts. If several do, it is that of the first
/// client's.
///
/// Clients start one after the other, so one may ask before another has its framework.
final class PhoneFrameworkAddress: RadioAddressSource {
    private let frameworks = Mutex<[any RadioAddressSource]>([])

    func add(_ framework: any RadioAddressSource) {
        frameworks.withLock { $0.append(framework) }
    }

    /// Forgets the frameworks, which know the phone's system: a phone that is switched off must not keep itself alive.
    func stop() {
        frameworks.withLock { $0 = [] }
    }

    func address(at time: UnixTime) async -> RadioAddress? {
        for framework in frameworks.withLock({ $0 }) {
            if let address = await framework.address(at: time) {
                return address
            }
        }
        return nil
    }
}
