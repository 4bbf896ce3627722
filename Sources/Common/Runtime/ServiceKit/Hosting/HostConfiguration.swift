package import ExposurePrimitives

/// Where a host listens and what it lets in.
package struct HostConfiguration: Sendable {
    package var publicAddress: ListenAddress
    package var internalAddress: ListenAddress
    /// What callers of the internal listener must show; needed unless it binds loopback or checks certificates.
    package var internalToken: SecretBytes?
    /// What the internal listener answers to names of somebody else (decision 0088).
    package var internalForeignNames: ForeignNames
    /// Nil for plain HTTP.
    package var publicTLS: TLSFiles?
    /// Nil for plain HTTP; with a client authority it is certificates that callers are checked by.
    package var internalTLS: TLSFiles?
    package var minimumTLSVersion: MinimumTLSVersion
    package var limits: TransportLimits
    package var cover: CoverTraffic

    package init(
        publicAddress: ListenAddress = ListenAddress(host: "127.0.0.1", port: 8080),
        internalAddress: ListenAddress = ListenAddress(host: "127.0.0.1", port: 8081),
        internalToken: SecretBytes? = nil,
        internalForeignNames: ForeignNames = .openRoutes,
        publicTLS: TLSFiles? = nil,
        internalTLS: TLSFiles? = nil,
        minimumTLSVersion: MinimumTLSVersion = .tls13,
        limits: TransportLimits = TransportLimits(),
        cover: CoverTraffic = .standard
    ) {
        self.publicAddress = publicAddress
        self.internalAddress = internalAddress
        self.internalToken = internalToken
        self.internalForeignNames = internalForeignNames
        self.publicTLS = publicTLS
        self.internalTLS = internalTLS
        self.minimumTLSVersion = minimumTLSVersion
        self.limits = limits
        self.cover = cover
    }

    func checkInternalListener() throws(HostError) {
        guard internalToken != nil || internalTLS?.clientAuthority != nil || internalAddress.isLoopback else {
            throw .internalListenerUnprotected(internalAddress)
        }
    }
}
