import ClientKit
import ExposurePrimitives
import Testing

/// Two slices, of which one asks the other.
private struct Household: SlicedReducer {
    struct State: Equatable {
        var kitchen = 0
        var cellar = StateSlice(memory: Stock(), session: Light())
    }

    struct Stock: Equatable {
        var portions = 5
    }

    struct Light: Equatable {
        var isOn = false
    }

    enum Message: Sendable {
        case kitchen(KitchenMessage)
        /// Portions to fetch.
        case cellar(Int)
    }

    func deliver(
        _ message: Message,
        to state: inout State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [SliceStep<String, Message>] {
        switch message {
        case .kitchen(let message):
            deliver(message, to: Kitchen(), at: \.kitchen, of: &state, at: now, using: &generator)
        case .cellar(let portions):
            deliver(portions, to: Cellar(), at: \.cellar, of: &state, at: now, using: &generator)
        }
    }
}

private enum KitchenMessage: Sendable {
    case cook(portions: Int)
    case brought(Int)
}

private struct Kitchen: SliceReducer {
    func reduce(
        _ state: inout Int,
        _ message: KitchenMessage,
        in whole: Household.State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [SliceStep<String, Household.Message>] {
        switch message {
        case .cook(let portions):
            return [.perform("light"), .tell(.cellar(min(portions, whole.cellar.portions))), .perform("serve")]
        case .brought(let portions):
            state += portions
            return [.perform("boil \(portions)")]
        }
    }
}

private struct Cellar: SliceReducer {
    func reduce(
        _ state: inout StateSlice<Household.Stock, Household.Light>,
        _ portions: Int,
        in whole: Household.State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [SliceStep<String, Household.Message>] {
        state.portions -= portions
        state.isOn = true
        return [.perform("carry \(portions)"), .tell(.kitchen(.brought(portions)))]
    }
}

@Suite("Slices of a state")
struct SliceTests {
    @Test("change only their own part, and tell others, whose effects stand where they were told")
    func order() {
        var state = Household.State()
        var generator = SeededGenerator(seed: 1)
        let steps: [SliceStep<String, Household.Message>] = [.tell(.kitchen(.cook(portions: 3))), .perform("eat")]
        let effects = Household().follow(steps, &state, at: UnixTime(0), using: &generator)
        #expect(effects == ["light", "carry 3", "boil 3", "serve", "eat"])
        #expect(state.kitchen == 3 && state.cellar.memory.portions == 2 && state.cellar.session.isOn)
    }
}
