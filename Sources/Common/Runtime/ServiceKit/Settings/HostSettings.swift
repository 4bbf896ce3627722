package import ExposurePrimitives

/// The settings of every host.
package enum HostSettings {
    package static let publicAddress = Setting.address(
        "public.address",
        default: ListenAddress(host: "127.0.0.1", port: 8080),
        summary: "The address of the public listener."
    )
    package static let internalAddress = Setting.address(
        "internal.address",
        default: ListenAddress(host: "127.0.0.1", port: 8081),
        summary: "The internal listener's address; loopback, unless internal.token or internal.tls-client-ca is set."
    )
    package static let internalToken = Setting<SecretBytes?>.optionalSecret(
        "internal.token",
        minLength: minTokenLength,
        summary: "The bearer token that callers of the internal listener must send."
    )
    /// Bytes.
    package static let minTokenLength = 16
    package static let publicCertificate = Setting.optionalText(
        "public.tls-certificate",
        summary: "The PEM file of the public listener's certificate chain; without it plain HTTP."
    )
    package static let publicKey = Setting.optionalText(
        "public.tls-key",
        summary: "The PEM file of the private key of public.tls-certificate."
    )
    package static let internalCertificate = Setting.optionalText(
        "internal.tls-certificate",
        summary: "The PEM file of the internal listener's certificate chain; without it plain HTTP."
    )
    package static let internalKey = Setting.optionalText(
        "internal.tls-key",
        summary: "The PEM file of the private key of internal.tls-certificate."
    )
    package static let internalClientAuthority = Setting.optionalText(
        "internal.tls-client-ca",
        summary: "The PEM file of the authorities that issue the certificates of callers of the internal listener."
    )
    package static let minimumTLSVersion = Setting<MinimumTLSVersion>.choice(
        "tls.minimum-version",
        default: .tls13,
        summary: "The oldest accepted version of TLS; 1.2 only with ephemeral keys and AEAD."
    )
    package static let handshake = Setting.duration(
        "limits.handshake",
        default: standard.handshake,
        in: .seconds(1)...(.seconds(600)),
        summary: "How long a TLS handshake may take."
    )
    package static let bodySize = Setting.integer(
        "limits.body",
        default: standard.body,
        in: 1024...16_777_216,
        unit: "bytes",
        summary: "The maximum size of a request body."
    )
    package static let bodyMemory = Setting.integer(
        "limits.body-memory",
        default: standard.bodyMemory,
        in: 1_048_576...1_099_511_627_776,
        unit: "bytes",
        summary: "The memory for the bodies of all requests together; beyond it new bodies are refused."
    )
    package static let headerBlock = Setting.integer(
        "limits.header-block",
        default: standard.headerBlock,
        in: 1024...65_536,
        unit: "bytes",
        summary: "The maximum size of request line and header block together."
    )
    package static let target = Setting.integer(
        "limits.target",
        default: standard.target,
        in: 64...16_384,
        unit: "bytes",
        summary: "The maximum length of a request target."
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
        summary: "The maximum number of requests that are handled at the same time."
    )
    package static let connections = Setting.integer(
        "limits.connections",
        default: standard.connections,
        in: 1...1_000_000,
        summary: "The maximum number of open connections of a listener; beyond it the longest idle ones are closed."
    )
    package static let fairToPeers = Setting.flag(
        "limits.fair-to-peers",
        default: standard.isFairToPeers,
        summary: "Close connections of the address with the most connections first; not for use behind a proxy."
    )
    package static let drain = Setting.duration(
        "limits.drain",
        default: .zero,
        in: .zero...(.seconds(600)),
        summary: "How long the server serves on after SIGTERM while /health answers 503; for a balancer in front."
    )
    package static let work = Setting<HostWork>.choice(
        "work",
        default: .all,
        summary: "What this process does: answer requests, run jobs, or all."
    )
    package static let coverFloor = Setting.duration(
        "cover.floor",
        default: CoverTraffic.standard.schedule.floor,
        in: .zero...(.seconds(60)),
        summary: "The minimum time from a request to its answer, on routes with dummies."
    )
    package static let coverTick = Setting.duration(
        "cover.tick",
        default: CoverTraffic.standard.schedule.tick,
        in: .zero...(.seconds(60)),
        summary: "The grid of moments at which answers leave, on routes with dummies; 0s for none."
    )
    package static let answerSize = Setting.integer(
        "cover.answer-size",
        default: CoverTraffic.standard.answerSize,
        in: 384...65_536,
        unit: "bytes",
        summary: "The size of answers on the wire, on routes with dummies."
    )
    package static let logLevel = Setting<LogLevel>.choice(
        "log.level",
        default: .info,
        summary: "The lowest level of logged events."
    )

    private static let standard = TransportLimits()

    package static let catalogue =
        SettingsCatalogue([
            .init(publicAddress), .init(internalAddress), .init(internalToken), .init(bodySize), .init(bodyMemory),
            .init(headerBlock),
            .init(target), .init(arrival), .init(idle), .init(handling), .init(requestsInFlight), .init(connections),
            .init(fairToPeers),
            .init(publicCertificate), .init(publicKey), .init(internalCertificate), .init(internalKey),
            .init(internalClientAuthority), .init(minimumTLSVersion), .init(handshake),
            .init(coverFloor), .init(coverTick), .init(answerSize), .init(logLevel),
            .init(drain), .init(work),
        ]) + partnerCatalogue
}

extension HostConfiguration {
    /// The configuration from the operator's settings.
    package init(_ settings: SettingsReader) throws(SettingsError) {
        let schedule = ReleaseSchedule(
            floor: try settings.value(HostSettings.coverFloor),
            tick: try settings.value(HostSettings.coverTick)
        )
        self.init(
            publicAddress: try settings.value(HostSettings.publicAddress),
            internalAddress: try settings.value(HostSettings.internalAddress),
            internalToken: try settings.value(HostSettings.internalToken),
            publicTLS: try Self.tlsFiles(
                settings,
                certificate: HostSettings.publicCertificate,
                key: HostSettings.publicKey
            ),
            internalTLS: try Self.tlsFiles(
                settings,
                certificate: HostSettings.internalCertificate,
                key: HostSettings.internalKey,
                clientAuthority: HostSettings.internalClientAuthority
            ),
            partner: try PartnerListener(settings),
            minimumTLSVersion: try settings.value(HostSettings.minimumTLSVersion),
            limits: try TransportLimits(settings),
            cover: CoverTraffic(schedule: schedule, answerSize: try settings.value(HostSettings.answerSize)),
            work: try settings.value(HostSettings.work),
            drain: try settings.value(HostSettings.drain)
        )
    }

    /// Nil if none of the settings is set. If only one is set, throws `missing` for the other.
    private static func tlsFiles(
        _ settings: SettingsReader,
        certificate: Setting<String?>,
        key: Setting<String?>,
        clientAuthority: Setting<String?>? = nil
    ) throws(SettingsError) -> TLSFiles? {
        let paths = (certificate: try settings.value(certificate), key: try settings.value(key))
        var authority: String?
        if let clientAuthority {
            authority = try settings.value(clientAuthority)
        }
        guard paths.certificate != nil || paths.key != nil || authority != nil else {
            return nil
        }
        guard let certificatePath = paths.certificate else {
            throw .missing(setting: certificate.name, summary: certificate.summary)
        }
        guard let keyPath = paths.key else {
            throw .missing(setting: key.name, summary: key.summary)
        }
        return TLSFiles(certificate: certificatePath, key: keyPath, clientAuthority: authority)
    }
}

extension TransportLimits {
    fileprivate init(_ settings: SettingsReader) throws(SettingsError) {
        self.init()
        body = try settings.value(HostSettings.bodySize)
        bodyMemory = try settings.value(HostSettings.bodyMemory)
        headerBlock = try settings.value(HostSettings.headerBlock)
        target = try settings.value(HostSettings.target)
        handshake = try settings.value(HostSettings.handshake)
        arrival = try settings.value(HostSettings.arrival)
        idle = try settings.value(HostSettings.idle)
        handling = try settings.value(HostSettings.handling)
        requestsInFlight = try settings.value(HostSettings.requestsInFlight)
        connections = try settings.value(HostSettings.connections)
        isFairToPeers = try settings.value(HostSettings.fairToPeers)
    }
}
