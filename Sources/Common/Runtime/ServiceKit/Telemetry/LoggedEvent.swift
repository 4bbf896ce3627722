package import ClockPorts
package import ExposurePrimitives
package import Logging

/// An event with a log line. Every kind of event is a case of an enum, so the code lists all output of the log. To add
/// a case is a decision about privacy.
package protocol LoggableEvent: Sendable {
    var level: Logger.Level { get }
    /// Short, the same for every occurrence, for example `job-failed`.
    var name: String { get }
    var fields: [(name: String, value: String)] { get }
}

extension Logger {
    package func record(_ event: some LoggableEvent) {
        guard logLevel <= event.level else {
            return
        }
        log(
            level: event.level,
            "\(event.name)",
            metadata: Metadata(event.fields.map { ($0.name, .string($0.value)) }) { $1 }
        )
    }
}

extension Logger {
    /// Records why a request failed. A request that was told to stop gets no line.
    package func recordFailure(of route: String, _ cause: FailureCause) {
        guard !cause.isCancellation else {
            return
        }
        record(LoggedEvent.requestFailed(route: route, cause: cause))
    }
}

/// The events of the kit itself: no path with its parameters, no header, no body, no address of a client.
package enum LoggedEvent: LoggableEvent, Hashable {
    case listening(listener: String, port: Int)
    /// The system's limit is below what `limits.connections` may need.
    case fewOpenFiles(limit: Int, wanted: Int)
    /// Connections of idle clients are closed to make room. This is logged once until there was none for a minute.
    case connectionsCrowded(listener: String, open: Int, limit: Int)
    case stopping
    case stopped
    /// A realm of several does not run. It is made again after a pause; the others go on.
    case realmFailed(cause: FailureCause)
    case requestFailed(route: String, cause: FailureCause)
    case requestOverdue(route: String)
    case healthCheckFailed(service: String, cause: FailureCause)
    case jobFinished(job: String, milliseconds: Int64)
    case jobFailed(job: String, cause: FailureCause)
    case certificateLoaded(listener: String, expiry: UnixTime)
    /// Changed files cannot be used. The previous ones stay in force.
    case certificateRefused(listener: String, reason: TLSError)
    case certificateExpired(listener: String, expiry: UnixTime)
    /// How many certificates of partners are listed.
    case partnersLoaded(count: Int)
    /// The changed list of partners has a mistake. The previous list stays in force.
    case partnersRefused(reason: TLSError)
    /// Nothing explains the time that the clock shows. Nothing is deleted, published or released.
    case clockHeld(database: String, hold: ClockHold)
    /// The hold is over.
    case clockTrusted(database: String, reason: TimeTrust.Reason)
    case clockUnchecked(database: String, cause: FailureCause)

    package var level: Logger.Level {
        switch self {
        case .listening, .stopping, .stopped: .info
        case .jobFinished, .certificateLoaded, .partnersLoaded, .clockTrusted: .info
        case .certificateExpired, .clockUnchecked: .warning
        case .fewOpenFiles, .connectionsCrowded, .requestOverdue, .healthCheckFailed: .warning
        case .realmFailed, .requestFailed, .jobFailed, .certificateRefused, .partnersRefused, .clockHeld: .error
        }
    }

    package var name: String {
        switch self {
        case .listening: "listening"
        case .fewOpenFiles: "few-open-files"
        case .connectionsCrowded: "connections-crowded"
        case .stopping: "stopping"
        case .stopped: "stopped"
        case .realmFailed: "realm-failed"
        case .requestFailed: "request-failed"
        case .requestOverdue: "request-overdue"
        case .healthCheckFailed: "health-check-failed"
        case .jobFinished: "job-finished"
        case .jobFailed: "job-failed"
        case .certificateLoaded: "tls-certificate-loaded"
        case .certificateRefused: "tls-certificate-refused"
        case .certificateExpired: "tls-certificate-expired"
        case .partnersLoaded: "partners-loaded"
        case .partnersRefused: "partners-refused"
        case .clockHeld: "clock-held"
        case .clockTrusted: "clock-trusted"
        case .clockUnchecked: "clock-unchecked"
        }
    }

    package var fields: [(name: String, value: String)] {
        switch self {
        case .listening(let listener, let port): [("listener", listener), ("port", "\(port)")]
        case .fewOpenFiles(let limit, let wanted): [("limit", "\(limit)"), ("wanted", "\(wanted)")]
        case .connectionsCrowded(let listener, let open, let limit):
            [("listener", listener), ("open", "\(open)"), ("limit", "\(limit)")]
        case .stopping, .stopped: []
        case .realmFailed(let cause): cause.fields
        case .requestFailed(let route, let cause): [("route", route)] + cause.fields
        case .requestOverdue(let route): [("route", route)]
        case .healthCheckFailed(let service, let cause): [("service", service)] + cause.fields
        case .jobFinished(let job, let milliseconds): [("job", job), ("milliseconds", "\(milliseconds)")]
        case .certificateLoaded(let listener, let expiry), .certificateExpired(let listener, let expiry):
            [("listener", listener), ("expires", "\(expiry)")]
        case .certificateRefused(let listener, let reason):
            [("listener", listener), ("cause", reason.description)]
        case .partnersLoaded(let count): [("count", "\(count)")]
        case .partnersRefused(let reason): [("cause", reason.description)]
        case .jobFailed(let job, let cause): [("job", job)] + cause.fields
        case .clockHeld(let database, let hold):
            [
                ("database", database), ("difference", hold.difference), ("last_trusted", "\(hold.mark)"),
                ("grace_left_seconds", "\(hold.left)"),
            ]
        case .clockTrusted(let database, let reason): [("database", database), ("because", reason.rawValue)]
        case .clockUnchecked(let database, let cause): [("database", database)] + cause.fields
        }
    }
}
