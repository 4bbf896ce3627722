import ExposurePrimitives
import PhonePorts
import PhoneSimulation

/// A client in another process, in a meeting of this one.
struct RemoteGuest: ConnectionGuest, ConnectionPeer {
    let link: CastLink
    let client: ClientID
    /// The name of the phone in this process.
    let host: String
    /// The calls of guests in a meeting of this process.
    let calls: RemoteCalls
    private(set) var values: [ConnectionValue] = []

    init(link: CastLink, client: ClientID, host: String, calls: RemoteCalls) {
        (self.link, self.client, self.host, self.calls) = (link, client, host, calls)
    }

    func join(_ antenna: ConnectionAntenna) async -> (any ConnectionPeer)? {
        let caller = calls.admit(antenna)
        guard case .joined(let offered)? = await ask(.join(host: host, caller: caller)) else {
            return nil
        }
        var guest = self
        guest.values = offered.compactMap(\.value)
        return guest
    }

    func leave() async {
        _ = await ask(.leave)
    }

    // MARK: - The client's side

    func advertise(at time: UnixTime) async -> Broadcast? {
        guard case .broadcast(let broadcast)? = await ask(.advertise(time: time.seconds)) else {
            return nil
        }
        return broadcast.broadcast
    }

    func receive(_ heard: [ConnectableAdvertisement]) async {
        _ = await ask(.receive(heard.map(ConnectableSignal.init)))
    }

    func read(_ value: ConnectionValueID, over connection: ConnectionID) async throws(ConnectionRefusal) -> [UInt8] {
        switch await ask(.read(uuid: value.text, connection: connection.number)) {
        case .bytes(let bytes): return bytes
        case let reply: throw Self.refusal(in: reply)
        }
    }

    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) {
        switch await ask(.accept(bytes, uuid: value.text, connection: connection.number)) {
        case .done: return
        case let reply: throw Self.refusal(in: reply)
        }
    }

    func forget(_ connection: ConnectionID) async {
        _ = await ask(.forget(connection: connection.number))
    }

    private func ask(_ step: ConnectionOrder.Step) async -> ConnectionReply? {
        await link.ask(CastQuestion.connection, ConnectionOrder(client: client, step: step))
    }

    /// A process that does not answer refuses, like a protocol that is not ready.
    private static func refusal(in reply: ConnectionReply?) -> ConnectionRefusal {
        let code: UInt8? = if case .refused(let code)? = reply { code } else { nil }
        guard let refusal = ConnectionRefusal(code: code ?? noAnswer) ?? ConnectionRefusal(code: noAnswer) else {
            preconditionFailure("the first code of applications is one")
        }
        return refusal
    }

    private static let noAnswer = ConnectionRefusal.codes.lowerBound
}

// MARK: - In the client's process

extension SimulatedPhone {
    /// Follows the order of another process for a client of this phone.
    ///
    /// - Parameter host: finds a member of the cast by the name of its phone.
    func follow(_ order: ConnectionOrder, host: @Sendable (String) -> CastLink?) async -> ConnectionReply {
        let radio = parts.system.connections(of: order.client)
        switch order.step {
        case .join(let name, let caller):
            guard let link = host(name) else {
                return .absent
            }
            let remote = RemoteRadio(link: link, caller: caller)
            guard let peer = radio.startMeeting(with: remote) else {
                await remote.end()
                return .absent
            }
            return .joined(peer.values.map(OfferedValue.init))
        case .leave:
            await (radio.endMeeting() as? RemoteRadio)?.end()
            return .done
        default:
            guard let peer = radio.meetingPeer else {
                return .absent
            }
            return await Self.reply(of: peer, to: order.step)
        }
    }

    private static func reply(of peer: any ConnectionPeer, to step: ConnectionOrder.Step) async -> ConnectionReply {
        do throws(ConnectionRefusal) {
            switch step {
            case .advertise(let time): return .broadcast(AirBroadcast(await peer.advertise(at: UnixTime(time))))
            case .receive(let heard):
                await peer.receive(heard.compactMap(\.signal))
                return .done
            case .read(let uuid, let connection):
                guard let value = ConnectionValueID(text: uuid) else {
                    return .absent
                }
                return .bytes(try await peer.read(value, over: ConnectionID(connection)))
            case .accept(let bytes, let uuid, let connection):
                guard let value = ConnectionValueID(text: uuid) else {
                    return .absent
                }
                try await peer.accept(bytes, for: value, over: ConnectionID(connection))
                return .done
            case .forget(let connection):
                await peer.forget(ConnectionID(connection))
                return .done
            case .join, .leave: return .absent
            }
        } catch {
            return .refused(code: error.code)
        }
    }
}
