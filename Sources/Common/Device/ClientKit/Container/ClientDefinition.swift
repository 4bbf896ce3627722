public import ExposurePrimitives

/// A client: its state, its rules, and how its effects reach the world.
///
/// A `StateContainer` runs it. The container applies actions one after the other, writes the state to a sealed file,
/// and only then performs the effects.
public protocol ClientDefinition: Sendable {
    associatedtype State: ClientState
    /// An event for the client: an action of the person, news from the system, or the end of an effect.
    associatedtype Action: Sendable
    /// Something that the client does outside itself.
    associatedtype Effect: Sendable

    /// Applies an action. It is pure: the same state, action, time and random numbers give the same result.
    ///
    /// An effect that must not happen twice is spent in the state here, before it runs. An effect that must happen is
    /// noted in the state here, until it has ended.
    ///
    /// - Returns: the effects, in this order, to perform once the new state is in the file.
    func reduce(
        _ state: inout State,
        _ action: Action,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Effect]

    /// Performs an effect. While it waits, the container applies other actions, so `container.state` may change.
    ///
    /// - Returns: the end of the effect as an action; nil if the client need not know of it.
    func perform(_ effect: Effect, for container: isolated StateContainer<Self>) async -> Action?

    /// Whether an effect is performed even if the state that belongs to it could not be written. Without exception it
    /// must be one that may be performed again after a restart, and whose end does not lead to the same failure again
    /// without a pause.
    ///
    /// Requests for wake-ups are effects, too. If all of them are lost with the file, nothing wakes the client until
    /// its next start. So keep at least one that comes seldom, and whose action requests the others.
    func needsNoFile(_ effect: Effect) -> Bool

    /// The effects of `action` that are performed even if its state could not be written. Without an implementation
    /// they are those of `needsNoFile`. A client whose traffic must not show the failure puts others in their place.
    func withoutFile(_ effects: [Effect], of action: Action) -> [Effect]

    /// Handles a failure to write the file for `action`. `state` is the state before the action. It can only take over
    /// what need not be in the file.
    ///
    /// - Parameter wanted: the state that could not be written.
    func fileFailed(_ state: inout State, at action: Action, wanted: State)
}

extension ClientDefinition {
    public func needsNoFile(_ effect: Effect) -> Bool { false }

    public func withoutFile(_ effects: [Effect], of action: Action) -> [Effect] { effects.filter(needsNoFile) }

    public func fileFailed(_ state: inout State, at action: Action, wanted: State) {}
}

/// The whole state of a client: the part that it remembers, and the part that it forgets when it ends.
public protocol ClientState: Sendable {
    /// The content of the file. Its form is a promise to phones in use.
    associatedtype Memory: Codable & Equatable & Sendable

    /// The state of a client that starts for the first time.
    init()

    /// The state of a client that starts with what it remembers.
    init(memory: Memory)

    /// The state of a client that begins again because its file was damaged.
    static var afterDamage: Self { get }

    var memory: Memory { get }

    /// Whether everything is being deleted. A deletion continues even if the file cannot be written.
    var isBeingDeleted: Bool { get }

    /// The number of deletions since the client started. An effect that ends after a deletion belongs to the deleted
    /// state, so its end is dropped.
    var deletions: Int { get }
}

extension ClientState {
    public static var afterDamage: Self { Self() }
    public var isBeingDeleted: Bool { false }
    public var deletions: Int { 0 }
}
