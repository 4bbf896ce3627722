package import ExposurePrimitives

/// The settings of every host.
package enum HostSettings {
    package static let publicAddress = Setting.address(
        "public.address",
        default: ListenAddress(host: "127.0.0.1", port: 8080),
        summary: "Where the public listener binds."
    )
    package static let internalAddress = Setting.address(
        "internal.address",
        default: ListenAddress(host: "127.0.0.1", port: 8081),
        summary: "Where the internal listener binds; without internal.token a loopback address."
    )
    package static let internalToken = Setting<SecretBytes?>.optionalSecret(
        "internal.token",
        least: leastTokenLength,
        summary: "What callers of the internal listener must show as bearer token."
    )
    /// Bytes.
    package static let leastTokenLength = 16
    package static let bodySize = Setting.integer(
        "limits.body",
        default: standard.body,
        in: 1024...16_777_216,
        unit: "bytes",
        summary: "The largest request body."
    )
    package static let headerBlock = Setting.integer(
        "limits.header-block",
        default: standard.headerBlock,
        in: 1024...65_536,
        unit: "bytes",
        summary: "The largest request line and header block together."
    )
    package static let target = Setting.integer(
        "limits.target",
        default: standard.target,
        in: 64...16_384,
        unit: "bytes",
        summary: "The longest request target."
    )
    package static let arrival = Setting.duration(
        "limits.arrival",
        default: standard.arrival,
        in: .seconds(1)...(.seconds(600)),
        summary: "How long a request may take to arrive."
    )
    package static let idle = Setting.duration(
        "limits.idle",
        default: standard.idle,
        in: .seconds(1)...(.seconds(3600)),
        summary: "How long a connection may stay open without a request."
    )
    package static let handling = Setting.duration(
        "limits.handling",
        default: standard.handling,
        in: .milliseconds(100)...(.seconds(600)),
        summary: "How long the work on one request may take."
    )
    package static let requestsInFlight = Setting.integer(
        "limits.requests-in-flight",
        default: standard.requestsInFlight,
        in: 1...1_000_000,
        summary: "How many requests are worked on at the same time."
    )
    package static let connections = Setting.integer(
        "limits.connections",
        default: standard.connections,
        in: 1...1_000_000,
        summary: "How many connections one listener keeps open."
    )
    package static let coverFloor = Setting.duration(
        "cover.floor",
        default: CoverTraffic.standard.schedule.floor,
        in: .zero...(.seconds(5)),
        summary: "The least time from a request to its answer where there are dummies."
    )
    package static let coverTick = Setting.duration(
        "cover.tick",
        default: CoverTraffic.standard.schedule.tick,
        in: .zero...(.seconds(5)),
        summary: "The grid of moments at which such answers leave; 0s for none."
    )
    package static let answerSize = Setting.integer(
        "cover.answer-size",
        default: CoverTraffic.standard.answerSize,
        in: 384...65_536,
        unit: "bytes",
        summary: "The size on the wire of such answers."
    )
    package static let logLevel = Setting<LogLevel>.choice(
        "log.level",
        default: .info,
        summary: "The least important kind of event that is logged."
    )

    private static let standard = TransportLimits()

    package static let catalogue = SettingsCatalogue([
        .init(publicAddress), .init(internalAddress), .init(internalToken), .init(bodySize), .init(headerBlock),
        .init(target), .init(arrival), .init(idle), .init(handling), .init(requestsInFlight), .init(connections),
        .init(coverFloor), .init(coverTick), .init(answerSize), .init(logLevel),
    ])
}

extension HostConfiguration {
    /// The configuration that the operator has set.
    package init(_ settings: SettingsReader) throws(SettingsError) {
        var limits = TransportLimits()
        limits.body = try settings.value(HostSettings.bodySize)
        limits.headerBlock = try settings.value(HostSettings.headerBlock)
        limits.target = try settings.value(HostSettings.target)
        limits.arrival = try settings.value(HostSettings.arrival)
        limits.idle = try settings.value(HostSettings.idle)
        limits.handling = try settings.value(HostSettings.handling)
        limits.requestsInFlight = try settings.value(HostSettings.requestsInFlight)
        limits.connections = try settings.value(HostSettings.connections)
        let schedule = ReleaseSchedule(
            floor: try settings.value(HostSettings.coverFloor),
            tick: try settings.value(HostSettings.coverTick)
        )
        self.init(
            publicAddress: try settings.value(HostSettings.publicAddress),
            internalAddress: try settings.value(HostSettings.internalAddress),
            internalToken: try settings.value(HostSettings.internalToken),
            limits: limits,
            cover: CoverTraffic(schedule: schedule, answerSize: try settings.value(HostSettings.answerSize))
        )
    }
}
