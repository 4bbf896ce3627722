import ExposurePrimitives
import PhonePorts
import PhoneSimulation

/// A meeting in an air where phones connect.
struct ConnectionMeeting {
    private let air: ConnectionAir
    private let clock: CastClock
    private var guests: [any ConnectionGuest] = []

    init(model: RadioModel, clock: CastClock) {
        self.clock = clock
        air = ConnectionAir(model: model, seed: UInt64.random(in: 0...UInt64.max), clock: clock)
    }

    mutating func invite(_ guest: any ConnectionGuest, to place: SimulatedRadio.Phone) async {
        let antenna = air.add(place)
        if let peer = await guest.join(antenna) {
            antenna.startConnecting(for: peer)
            guests.append(guest)
        }
    }

    /// Moves the clock to `end`. Meanwhile the phones scan once in each minute since `start`, however fast the machine
    /// is.
    ///
    /// - Parameter playOthers: plays what other protocols broadcast before a time. It is called between the scans: a
    ///   phone has one address for all its protocols, and would draw another if time went back.
    /// - Returns: how many packets each of them heard, in the order of their invitations.
    func pass(
        from start: UnixTime,
        until end: UnixTime,
        playOthers: (UnixTime) async -> Void
    ) async throws -> [Int] {
        var (heard, moment) = ([Int](), start)
        while guests.count > 1, moment < end {
            let counts = await air.scan()
            heard = heard.isEmpty ? counts : zip(heard, counts).map(+)
            moment = moment.advanced(bySeconds: Self.secondsBetweenScans)
            await playOthers(min(moment, end))
            try clock.move(to: min(moment, end))
        }
        await playOthers(end)
        try clock.move(to: end)
        return heard
    }

    func part() async {
        for guest in guests {
            await guest.leave()
        }
    }

    private static let secondsBetweenScans: Int64 = 60
}

/// A client of a phone that can take part in a meeting.
protocol ConnectionGuest: Sendable {
    /// - Parameter antenna: the client's antenna in the meeting's air.
    /// - Returns: the client's side; nil if it takes no part.
    func join(_ antenna: ConnectionAntenna) async -> (any ConnectionPeer)?

    func leave() async
}

extension ClientConnectionRadio: ConnectionGuest {
    func join(_ antenna: ConnectionAntenna) async -> (any ConnectionPeer)? {
        startMeeting(with: antenna)
    }

    func leave() async {
        endMeeting()
    }
}
