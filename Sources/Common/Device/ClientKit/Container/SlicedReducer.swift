public import ExposurePrimitives

/// What follows from a message to a slice.
public enum SliceStep<Effect: Sendable, Message: Sendable>: Sendable {
    case perform(Effect)
    /// A slice cannot write the state of another slice. It sends it a message.
    case tell(Message)
}

/// The effects of one slice. The log names their cases.
public protocol SliceEffect: Equatable, Sendable {}

/// The rules of one slice.
public protocol SliceReducer {
    /// The state of the whole client, which every slice may read.
    associatedtype Whole
    associatedtype State
    associatedtype Message
    associatedtype Step

    /// Applies a message to the slice's own state.
    ///
    /// - Parameter whole: the client's state before the message.
    /// - Returns: what follows, in this order.
    func reduce(
        _ state: inout State,
        _ message: Message,
        in whole: Whole,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Step]
}

/// The rules of one slice that depend neither on the time nor on random numbers.
package protocol TimelessSliceReducer: SliceReducer {
    // Declared again, because the compiler infers them from the function of their own protocol only.
    associatedtype Whole
    associatedtype State
    associatedtype Message
    associatedtype Step

    /// Applies a message to the slice's own state. See ``SliceReducer/reduce(_:_:in:at:using:)``.
    func reduce(_ state: inout State, _ message: Message, in whole: Whole) -> [Step]
}

extension TimelessSliceReducer {
    package func reduce(
        _ state: inout State,
        _ message: Message,
        in whole: Whole,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Step] {
        reduce(&state, message, in: whole)
    }
}

/// Rules that are composed of slices.
public protocol SlicedReducer {
    associatedtype State
    associatedtype Effect: Sendable
    /// A message to one of the slices.
    associatedtype Message: Sendable

    /// Delivers a message to its slice, by ``deliver(_:to:at:of:at:using:)``.
    func deliver(
        _ message: Message,
        to state: inout State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [SliceStep<Effect, Message>]
}

extension SlicedReducer {
    /// Follows `steps` in their order. What a message leads to comes before the next step.
    public func follow(
        _ steps: [SliceStep<Effect, Message>],
        _ state: inout State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Effect] {
        var effects: [Effect] = []
        for step in steps {
            switch step {
            case .perform(let effect):
                effects.append(effect)
            case .tell(let message):
                let next = deliver(message, to: &state, at: now, using: &generator)
                effects += follow(next, &state, at: now, using: &generator)
            }
        }
        return effects
    }

    /// Delivers a message to a slice, which can write only the state at `path`.
    public func deliver<Slice: SliceReducer>(
        _ message: Slice.Message,
        to slice: Slice,
        at path: WritableKeyPath<State, Slice.State>,
        of state: inout State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [SliceStep<Effect, Message>] where Slice.Whole == State, Slice.Step == SliceStep<Effect, Message> {
        let whole = state
        return slice.reduce(&state[keyPath: path], message, in: whole, at: now, using: &generator)
    }
}
