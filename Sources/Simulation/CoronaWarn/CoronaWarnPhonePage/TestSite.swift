import CoronaWarnAPI
import CoronaWarnFlyers
import Synchronization

/// The things around a phone when somebody is tested: the sheets with codes, the laboratory's last result, and the last
/// teleTAN. They are only in memory, so a new process has new sheets.
final class TestSite: Sendable {
    private let state: Mutex<State>

    struct State: Sendable {
        fileprivate(set) var flyers: FlyerStack
        fileprivate(set) var delivered: Delivery?
        /// In groups, as the hotline dictates it.
        fileprivate(set) var teleTAN: String?
    }

    struct Delivery: Sendable {
        /// The number of the sheet, from 1.
        let number: Int
        let outcome: TestOutcome
    }

    init() {
        state = Mutex(State(flyers: Self.newFlyers()))
    }

    var present: State { state.withLock { $0 } }

    func takeNewFlyers() {
        state.withLock { $0 = State(flyers: Self.newFlyers(), teleTAN: $0.teleTAN) }
    }

    func deliver(_ delivery: Delivery) {
        state.withLock { $0.delivered = delivery }
    }

    func give(teleTAN: String) {
        state.withLock { $0.teleTAN = teleTAN }
    }

    private static func newFlyers() -> FlyerStack {
        var generator = SystemRandomNumberGenerator()
        return FlyerStack(count: flyerCount, using: &generator)
    }

    static let flyerCount = 3
}
