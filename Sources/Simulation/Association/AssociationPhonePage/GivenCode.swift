import Synchronization

/// The last code that the operator gave on this panel. It is only in memory.
final class GivenCode: Sendable {
    private let given = Mutex<String?>(nil)

    var code: String? { given.withLock(\.self) }

    func give(_ code: String) {
        given.withLock { $0 = code }
    }
}
