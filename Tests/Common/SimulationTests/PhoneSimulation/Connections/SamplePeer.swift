import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import Synchronization

/// A phone that offers fixed values, and records what it hears and what is written to it.
final class SamplePeer: ConnectionPeer {
    let values: [ConnectionValue]
    private let content: Mutex<Content>

    private struct Content {
        var address: RadioAddress?
        var bytes: [ConnectionValueID: [UInt8]] = [:]
        var refusal: ConnectionRefusal?
        var beforeAnswer: @Sendable () -> Void = {}
        var heard: [ConnectableAdvertisement] = []
        var taken: [Taken] = []
        var forgotten: [ConnectionID] = []
    }

    struct Taken: Hashable {
        let value: ConnectionValueID
        let bytes: [UInt8]
        let connection: ConnectionID
    }

    init(_ values: [ConnectionValue], at address: RadioAddress?) {
        self.values = values
        content = Mutex(Content(address: address))
    }

    var heard: [ConnectableAdvertisement] { content.withLock { $0.heard } }
    var taken: [Taken] { content.withLock { $0.taken } }
    var forgotten: [ConnectionID] { content.withLock { $0.forgotten } }

    func set(_ bytes: [UInt8], for value: ConnectionValueID) {
        content.withLock { $0.bytes[value] = bytes }
    }

    func rotate(to address: RadioAddress?) {
        content.withLock { $0.address = address }
    }

    func refuse(with refusal: ConnectionRefusal?) {
        content.withLock { $0.refusal = refusal }
    }

    /// Runs `action` while the phone handles each request, before its answer leaves.
    func beforeAnswer(_ action: @escaping @Sendable () -> Void) {
        content.withLock { $0.beforeAnswer = action }
    }

    func advertise(at time: UnixTime) async -> Broadcast? {
        content.withLock { content in content.address.map { Broadcast(packet: [1, 2], address: $0) } }
    }

    func receive(_ heard: [ConnectableAdvertisement]) async {
        content.withLock { $0.heard += heard }
    }

    func read(_ value: ConnectionValueID, over connection: ConnectionID) async throws(ConnectionRefusal) -> [UInt8] {
        let (refusal, bytes, action) = content.withLock { ($0.refusal, $0.bytes[value] ?? [], $0.beforeAnswer) }
        if let refusal {
            throw refusal
        }
        action()
        return bytes
    }

    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) {
        let (refusal, action) = content.withLock { ($0.refusal, $0.beforeAnswer) }
        if let refusal {
            throw refusal
        }
        content.withLock { $0.taken.append(Taken(value: value, bytes: bytes, connection: connection)) }
        action()
    }

    func forget(_ connection: ConnectionID) async {
        content.withLock { $0.forgotten.append(connection) }
    }
}
