/// The state of a slice that forgets a part of it when the client ends. A slice that remembers everything, or nothing,
/// needs no such type.
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
}
