package import ExposurePrimitives

/// The addresses of a host and its checks of callers.
package struct HostConfiguration: Sendable {
    package var publicAddress: ListenAddress
    package var internalAddress: ListenAddress
    /// The token for callers of the internal listener. It is needed unless the listener binds loopback or checks
    /// certificates.
    package var internalToken: SecretBytes?
    /// The routes that the internal listener offers to callers with a foreign name (decision 0088).
    package var internalForeignNames: ForeignNames
    /// Nil for plain HTTP.
    package var publicTLS: TLSFiles?
    /// Nil for plain HTTP. With a client authority, certificates identify the callers.
    package var internalTLS: TLSFiles?
    /// Nil for no listener for partners.
    package var partner: PartnerListener?
    package var minimumTLSVersion: MinimumTLSVersion
    package var limits: TransportLimits
    package var cover: CoverTraffic
    package var work: HostWork
    /// How long the host serves on after it was told to stop, so that a balancer turns to others first.
    package var drain: Duration

    package init(
        publicAddress: ListenAddress = ListenAddress(host: "127.0.0.1", port: 8080),
        internalAddress: ListenAddress = ListenAddress(host: "127.0.0.1", port: 8081),
        internalToken: SecretBytes? = nil,
        internalForeignNames: ForeignNames = .openRoutes,
        publicTLS: TLSFiles? = nil,
        internalTLS: TLSFiles? = nil,
        partner: PartnerListener? = nil,
        minimumTLSVersion: MinimumTLSVersion = .tls13,
        limits: TransportLimits = TransportLimits(),
        cover: CoverTraffic = .standard,
        work: HostWork = .all,
        drain: Duration = .zero
    ) {
        self.publicAddress = publicAddress
        self.internalAddress = internalAddress
        self.internalToken = internalToken
        self.internalForeignNames = internalForeignNames
        self.publicTLS = publicTLS
        self.internalTLS = internalTLS
        self.partner = partner
        self.minimumTLSVersion = minimumTLSVersion
        self.limits = limits
        self.cover = cover
        self.work = work
        self.drain = drain
    }

    /// The listeners of the host.
    var listeners: Set<Listener.Kind> {
        guard work.answersRequests else {
            return [.internal]
        }
        return partner == nil ? [.internal, .public] : [.internal, .public, .partner]
    }

    package var listenerCount: Int { listeners.count }
    package var hasPublicListener: Bool { listeners.contains(.public) }

    func checkInternalListener() throws(HostError) {
        guard internalToken != nil || internalTLS?.clientAuthority != nil || internalAddress.isLoopback else {
            throw .internalListenerUnprotected(internalAddress)
        }
    }

    /// Throws if an unlisted certificate of a partner would open the internal listener.
    func checkClientAuthorities() throws(HostError) {
        guard let partner, let internalTLS else {
            return
        }
        let partners = try Self.authorities(of: partner.tls, .partner)
        guard try partners.isDisjoint(with: Self.authorities(of: internalTLS, .internal)) else {
            throw .sharedClientAuthority
        }
    }

    private static func authorities(of files: TLSFiles, _ listener: Listener.Kind) throws(HostError) -> Set<[UInt8]> {
        do throws(TLSError) {
            return try files.clientAuthorityKeys()
        } catch {
            throw .unusableCertificate(listener: listener.rawValue, error)
        }
    }
}
