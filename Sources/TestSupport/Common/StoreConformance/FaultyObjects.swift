package import ExposurePrimitives
package import Persistence
import Synchronization

/// A storage on another machine that fails now and then. Some calls fail before anything is done. Others are done, and
/// their answer is lost.
package final class FaultyObjects: ObjectStore {
    private struct State {
        var generator: SeededGenerator
        var faults = 0
    }

    private let base: any ObjectStore
    private let share: Double
    private let state: Mutex<State>

    /// - Parameter share: the share of calls that fail, from 0 to 1.
    package init(_ base: any ObjectStore, share: Double, generator: SeededGenerator) {
        (self.base, self.share) = (base, share)
        state = Mutex(State(generator: generator))
    }

    /// How many calls have failed.
    package var faults: Int { state.withLock { $0.faults } }

    package func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        try await failing { () async throws(ObjectStorageError) in try await base.put(bytes, as: name) }
    }

    package func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        try await failing { () async throws(ObjectStorageError) -> [UInt8]? in try await base.get(name) }
    }

    package func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
        try await failing { () async throws(ObjectStorageError) -> ObjectRevision? in
            try await base.revision(of: name)
        }
    }

    package func delete(_ name: ObjectName) async throws(ObjectStorageError) {
        try await failing { () async throws(ObjectStorageError) in try await base.delete(name) }
    }

    package func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
        try await failing { () async throws(ObjectStorageError) -> [ObjectName] in
            try await base.names(under: folder)
        }
    }

    package func deleteUnfinished() async throws(ObjectStorageError) {
        try await failing { () async throws(ObjectStorageError) in try await base.deleteUnfinished() }
    }

    private func failing<Value>(
        _ call: () async throws(ObjectStorageError) -> Value
    ) async throws(ObjectStorageError) -> Value {
        let (fails, isDone) = state.withLock { state in
            let fails = Double.random(in: 0..<1, using: &state.generator) < share
            state.faults += fails ? 1 : 0
            return (fails, Bool.random(using: &state.generator))
        }
        guard fails else {
            return try await call()
        }
        if isDone {
            _ = try await call()
        }
        throw ObjectStorageError(reason: "answer")
    }
}
