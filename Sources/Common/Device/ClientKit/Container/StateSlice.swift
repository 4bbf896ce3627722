/// A part of a client's state with rules of its own: what it remembers, and what it forgets when the client ends.
@dynamicMemberLookup
public struct StateSlice<Memory: Equatable & Sendable, Session: Equatable & Sendable>: Equatable, Sendable {
    public var memory: Memory
    public var session: Session

    public init(memory: Memory, session: Session) {
        self.memory = memory
        self.session = session
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Memory, Value>) -> Value {
        get { memory[keyPath: path] }
        set { memory[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Session, Value>) -> Value {
        get { session[keyPath: path] }
        set { session[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: KeyPath<Session, Value>) -> Value {
        session[keyPath: path]
    }
}

/// The session of a slice that forgets nothing.
public struct EmptySession: Equatable, Sendable {
    public init() {}
}
