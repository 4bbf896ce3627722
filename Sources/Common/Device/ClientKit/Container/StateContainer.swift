public import ExposurePrimitives
public import PhonePorts

/// The actor around a client's rules.
///
/// It applies actions in their order, keeps the state in a sealed file, and performs an effect only once the state that
/// belongs to it is in the file. So a client that is killed at any moment finds in its file what it was about to do.
public actor StateContainer<Definition: ClientDefinition> {
    public nonisolated let definition: Definition
    public nonisolated let clock: any WallClock
    /// For draws of effects. The draws of actions come from it too.
    public var generator: any RandomNumberGenerator & Sendable
    public private(set) var state: Definition.State
    private let file: SealedStateFile
    private var hasFile: Bool
    private var observers: [Int: @Sendable (Definition.State) -> Void] = [:]
    private var observerCount = 0
    #if DEBUG
        /// The recent actions and effects, only in memory.
        package var log = ClientLog()
    #endif

    /// Opens the client's file. If the file is damaged, the client begins again without it.
    ///
    /// - Parameter generator: the system's generator outside simulations and tests.
    /// - Throws: if the file cannot be read for now, for example before the phone was unlocked. The caller tries again
    ///   later: beginning again would lose the content.
    public init(
        _ definition: Definition,
        file: SealedStateFile,
        clock: any WallClock,
        generator: any RandomNumberGenerator & Sendable
    ) throws(PhoneStorageError) {
        self.definition = definition
        self.file = file
        self.clock = clock
        self.generator = generator
        switch try file.load(Definition.State.Memory.self) {
        case .none: (hasFile, state) = (false, Definition.State())
        case .damaged: (hasFile, state) = (true, .afterDamage)
        case .memory(let memory): (hasFile, state) = (true, Definition.State(memory: memory))
        }
    }

    /// Applies an action and performs all its consequences. It returns once they are complete, so a background task
    /// knows its end. Meanwhile other actions may come.
    ///
    /// - Returns: the effects of the action. If one that needs the file is among them, the file has the state of the
    ///   action, except while everything is being deleted.
    @discardableResult
    public func send(_ action: Definition.Action) async -> [Definition.Effect] {
        let effects = apply(action)
        let deletions = state.deletions
        for effect in effects where deletions == state.deletions {
            if let end = await perform(effect), deletions == state.deletions {
                await send(end)
            }
        }
        return effects
    }

    /// Values made of the state from now on, beginning with the present one.
    public func values<Value: Sendable>(
        _ value: @escaping @Sendable (Definition.State) -> Value
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        observerCount += 1
        let number = observerCount
        observers[number] = { continuation.yield(value($0)) }
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forgetObserver(number) }
        }
        continuation.yield(value(state))
        return stream
    }

    /// Deletes the key first, and then the file. The state stays as it is. So the action at the effect's end must reset
    /// the state, and `deletions` must grow before, or the next action writes the deleted memory again.
    public func wipeFile() throws(PhoneStorageError) {
        try file.wipe()
        hasFile = false
    }

    private func forgetObserver(_ number: Int) {
        observers[number] = nil
    }
}

// MARK: - Step by step, for tests that end a client in between

extension StateContainer {
    /// Applies an action. If the file cannot be written, the state stays as it was, except for what `fileFailed` takes
    /// over. The old file leads to the lost effects again. A deletion continues, because it needs no file.
    package func apply(_ action: Definition.Action) -> [Definition.Effect] {
        defer {
            for observer in observers.values {
                observer(state)
            }
        }
        var next = state
        let effects = definition.reduce(&next, action, at: clock.now(), using: &generator)
        #if DEBUG
            log.note(action, effects: effects, at: clock.now())
        #endif
        let memory = next.memory
        // A client without memory needs no file, but an earlier memory must not stay in it.
        if memory != state.memory, hasFile || memory != Definition.State().memory {
            do {
                try file.save(memory)
                hasFile = true
            } catch {
                guard next.isBeingDeleted else {
                    definition.fileFailed(&state, at: action, wanted: next)
                    return definition.withoutFile(effects, of: action)
                }
            }
        }
        state = next
        return effects
    }

    package func perform(_ effect: Definition.Effect) async -> Definition.Action? {
        await definition.perform(effect, for: self)
    }
}
