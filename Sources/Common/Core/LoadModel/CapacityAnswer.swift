/// What servers need for a day of visits.
public struct CapacityAnswer: Hashable, Sendable {
    /// Requests of a day.
    public let requests: Double
    /// Those of them that are for public files.
    public let fileRequests: Double
    /// Bytes that a phone sends in a day, without TLS.
    public let sentPerPhone: Double
    /// Bytes that a phone receives in a day, without TLS.
    public let receivedPerPhone: Double
    /// Connections that a phone opens in a day.
    public let connectionsPerPhone: Double
    /// Requests in the busiest second.
    public let peakRequests: Double
    /// Those of them that are for public files.
    public let peakFileRequests: Double
    /// New connections to the servers in the busiest second; those to a CDN are not among them.
    public let peakConnections: Double
    /// Bits that all phones receive in the busiest second, with those of new TLS connections.
    public let peakBits: Double
    /// The same from the servers themselves, if a CDN has its share.
    public let peakBitsBehindCDN: Double
    /// Bits that all phones send to the servers in the busiest second, if a CDN has its share.
    public let peakSentBits: Double
    /// Transactions of a day.
    public let commits: Double
    /// Transactions in the busiest second.
    public let peakCommits: Double
    /// Cores that all requests keep busy in the busiest second, without TLS.
    public let cores: Double
    /// The same, if a CDN has its share.
    public let coresBehindCDN: Double
    /// Cores for new TLS connections in the busiest second, if a CDN has its share.
    public let handshakeCores: Double
    /// Cores of PostgreSQL in the busiest second.
    public let databaseCores: Double
    /// Answers that wait for their release in the busiest second.
    public let waiting: Double
    /// Connections that are open in the busiest second.
    public let open: Double
    /// Bytes of memory for connections, for answers that wait, and for the processes themselves.
    public let memory: Double
    /// Bytes in the database, once as many rows end as begin.
    public let stored: Double
    /// Machines for the servers: one may fail.
    public let machines: Double

    /// - Parameter server: what the servers' settings say.
    public init(_ visits: [VisitLoad], _ question: CapacityQuestion, server: ServerFacts) {
        func daily(_ amount: (VisitLoad) -> Double) -> Double { visits.reduce(0) { $0 + $1.perDay * amount($1) } }
        func peak(_ amount: (VisitLoad) -> Double) -> Double { Self.peak(of: visits, amount) }
        func behindCDN(_ visit: VisitLoad) -> Double { visit.isFiles ? 1 - question.cdnShare : 1 }
        requests = daily { Double($0.requests) }
        fileRequests = daily { $0.isFiles ? Double($0.requests) : 0 }
        sentPerPhone = daily { Double($0.sent) } / question.phones
        receivedPerPhone = daily { Double($0.received) } / question.phones
        connectionsPerPhone = daily(\.connections) / question.phones
        peakRequests = peak { Double($0.requests) }
        peakFileRequests = peak { $0.isFiles ? Double($0.requests) : 0 }
        peakConnections = peak { $0.connections * behindCDN($0) }
        peakBits = 8 * peak(\.receivedWithTLS)
        peakBitsBehindCDN = 8 * peak { $0.receivedWithTLS * behindCDN($0) }
        peakSentBits = 8 * peak { $0.sentWithTLS * behindCDN($0) }
        commits = daily { Double($0.cost.commits) }
        peakCommits = peak { Double($0.cost.commits) }
        cores = peak { $0.cost.microseconds } / 1e6
        coresBehindCDN = peak { $0.cost.microseconds * behindCDN($0) } / 1e6
        handshakeCores = peakConnections * MachineFigures.handshakeMicroseconds / 1e6
        databaseCores = peakCommits * MachineFigures.databaseMicroseconds / 1e6
        waiting = peak { Double($0.released) } * server.releaseSeconds
        open = peak { $0.connections * behindCDN($0) * ($0.seconds + server.idleSeconds) }
        stored = daily { $0.cost.storedBytes * $0.cost.storedDays }
        let busy = (coresBehindCDN + handshakeCores) / (question.coresPerMachine * question.busyShare)
        machines = busy.rounded(.up) + 1
        memory =
            open * MachineFigures.openBytes + waiting * MachineFigures.waitingBytes
            + machines * MachineFigures.processBytes + question.phones * server.memoryPerPhone
    }

    /// The share of PostgreSQL in all cores that are busy in the busiest second, behind a CDN.
    public var databaseShare: Double {
        let all = coresBehindCDN + handshakeCores + databaseCores
        return all > 0 ? databaseCores / all : 0
    }

    /// The greatest sum of a second, in the busiest five minutes.
    private static func peak(of visits: [VisitLoad], _ amount: (VisitLoad) -> Double) -> Double {
        let perSecond = visits.map { (visit: $0, amount: $0.perDay * amount($0) / DayCurve.secondsPerDay) }
        let sums = (0..<DayCurve.slotCount).map { slot in
            perSecond.reduce(0) { $0 + $1.amount * $1.visit.curve.rates[slot] }
        }
        return sums.max() ?? 0
    }
}

extension VisitLoad {
    fileprivate var receivedWithTLS: Double { Double(received) + connections * MachineFigures.handshakeReceived }
    fileprivate var sentWithTLS: Double { Double(sent) + connections * MachineFigures.handshakeSent }
}

/// What the servers' settings and the system say about connections and memory.
public struct ServerFacts: Hashable, Sendable {
    /// Seconds until an answer of the release schedule leaves, on average: `cover.floor` and half of `cover.tick`.
    public let releaseSeconds: Double
    /// Seconds until the server closes a connection without a request: `limits.idle`.
    public let idleSeconds: Double
    /// Bytes of memory for each phone, whatever it does.
    public let memoryPerPhone: Double

    public init(releaseSeconds: Double, idleSeconds: Double, memoryPerPhone: Double) {
        (self.releaseSeconds, self.idleSeconds) = (releaseSeconds, idleSeconds)
        self.memoryPerPhone = memoryPerPhone
    }
}

/// The figures that are the same for all visits: `docs/capacity.md`, "What a visit costs".
public enum MachineFigures {
    /// Microseconds of a core for a new TLS 1.3 connection.
    public static let handshakeMicroseconds = 520.0
    /// Microseconds of a core of PostgreSQL for a transaction: that of an upload with fourteen keys, of which half of
    /// the processor time is PostgreSQL's, a tenth the load generator's, and 239 µs the server's (docs/benchmarks.md).
    /// Most transactions are smaller.
    public static let databaseMicroseconds = 299.0
    /// Bytes of memory for an open connection with TLS: docs/operations.md, "What a stranger can cost".
    public static let openBytes = 50.0 * 1024
    /// Bytes of memory for a request that waits for its release: docs/benchmarks.md, "waiting requests".
    public static let waitingBytes = 9.6 * 1024
    /// Bytes of memory of a process that has just started.
    public static let processBytes = 69.0 * 1024 * 1024
    /// Bytes that TLS adds to a connection and that the server sends, most of them certificates, and those that the
    /// phone sends. docs/association-phone.md, "How long people wait", has their sum.
    public static let (handshakeReceived, handshakeSent) = (2700.0, 800.0)
}
