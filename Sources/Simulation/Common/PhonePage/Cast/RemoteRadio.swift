import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import Synchronization

/// What a client asks of the process with the meeting that it takes part in.
struct CallOrder: Codable, Sendable {
    /// As the meeting named the client.
    let caller: String
    let step: Step

    enum Step: Codable, Sendable {
        case connect(address: UInt64)
        case read(uuid: String, connection: UInt64)
        case write([UInt8], uuid: String, connection: UInt64)
        case disconnect(connection: UInt64)
    }
}

/// The answer of the meeting's air.
enum CallReply: Codable, Sendable {
    case done
    case connected(UInt64)
    case bytes([UInt8])
    case failed(CallFailure)
}

/// The reason why a call failed.
enum CallFailure: Codable, Sendable {
    case bluetoothOff
    case noAnswer
    case gone
    case noSuchValue
    case tooLarge(max: Int)
    case refused(code: UInt8)

    init(_ error: ConnectionError) {
        self =
            switch error {
            case .bluetoothOff: .bluetoothOff
            case .noAnswer: .noAnswer
            case .gone: .gone
            case .noSuchValue: .noSuchValue
            case .tooLarge(let max): .tooLarge(max: max)
            case .refused(let refusal): .refused(code: refusal.code)
            }
    }

    var error: ConnectionError {
        switch self {
        case .bluetoothOff: .bluetoothOff
        case .noAnswer: .noAnswer
        case .gone: .gone
        case .noSuchValue: .noSuchValue
        case .tooLarge(let max): .tooLarge(max: max)
        case .refused(let code): ConnectionRefusal(code: code).map { .refused($0) } ?? .gone
        }
    }
}

/// A client's antenna in a meeting of another process.
struct RemoteRadio: ConnectionRadio {
    let link: CastLink
    let caller: String

    // The meeting's process starts and stops the antenna.
    func startConnecting(for peer: any ConnectionPeer) {}
    func stopConnecting() {}

    func connect(to address: RadioAddress) async throws(ConnectionError) -> any RadioConnection {
        switch await ask(.connect(address: address.rawValue)) {
        case .connected(let number): return RemoteConnection(radio: self, number: number)
        case .failed(let failure): throw failure.error
        default: throw .noAnswer
        }
    }

    func end() async {
        await link.leave()
    }

    fileprivate func ask(_ step: CallOrder.Step) async -> CallReply? {
        await link.ask(CastQuestion.call, CallOrder(caller: caller, step: step))
    }
}

/// A connection in the air of another process.
private struct RemoteConnection: RadioConnection {
    let radio: RemoteRadio
    let number: UInt64

    func read(_ value: ConnectionValueID) async throws(ConnectionError) -> [UInt8] {
        switch await radio.ask(.read(uuid: value.text, connection: number)) {
        case .bytes(let bytes): return bytes
        case .failed(let failure): throw failure.error
        default: throw .gone
        }
    }

    func write(_ bytes: [UInt8], to value: ConnectionValueID) async throws(ConnectionError) {
        switch await radio.ask(.write(bytes, uuid: value.text, connection: number)) {
        case .done: return
        case .failed(let failure): throw failure.error
        default: throw .gone
        }
    }

    func disconnect() async {
        _ = await radio.ask(.disconnect(connection: number))
    }
}

// MARK: - In the meeting's process

/// The clients of other processes that call others in a meeting of this one.
final class RemoteCalls: Sendable {
    private let content = Mutex(Content())

    private struct Content {
        var antennas: [String: ConnectionAntenna] = [:]
        var connections: [UInt64: any RadioConnection] = [:]
        var count: UInt64 = 0
    }

    /// - Returns: the name under which the client calls.
    func admit(_ antenna: ConnectionAntenna) -> String {
        content.withLock { content in
            content.count += 1
            let caller = "\(content.count)"
            content.antennas[caller] = antenna
            return caller
        }
    }

    /// Forgets everybody: a meeting is over.
    func end() {
        content.withLock { content in
            content.antennas = [:]
            content.connections = [:]
        }
    }

    func reply(to order: CallOrder) async -> CallReply {
        do throws(ConnectionError) {
            return try await perform(order)
        } catch {
            return .failed(CallFailure(error))
        }
    }

    private func perform(_ order: CallOrder) async throws(ConnectionError) -> CallReply {
        switch order.step {
        case .connect(let address):
            guard let antenna = content.withLock({ $0.antennas[order.caller] }),
                let address = RadioAddress(rawValue: address)
            else {
                throw .noAnswer
            }
            return .connected(keep(try await antenna.connect(to: address)))
        case .read(let uuid, let number):
            let (connection, value) = try use(number, uuid)
            return .bytes(try await connection.read(value))
        case .write(let bytes, let uuid, let number):
            let (connection, value) = try use(number, uuid)
            try await connection.write(bytes, to: value)
            return .done
        case .disconnect(let number):
            await content.withLock({ $0.connections.removeValue(forKey: number) })?.disconnect()
            return .done
        }
    }

    private func keep(_ connection: any RadioConnection) -> UInt64 {
        content.withLock { content in
            content.count += 1
            content.connections[content.count] = connection
            return content.count
        }
    }

    private func use(
        _ number: UInt64,
        _ uuid: String
    ) throws(ConnectionError) -> (any RadioConnection, ConnectionValueID) {
        guard let connection = content.withLock({ $0.connections[number] }) else {
            throw .gone
        }
        guard let value = ConnectionValueID(text: uuid) else {
            throw .noSuchValue
        }
        return (connection, value)
    }
}
