package import ExposurePrimitives

/// Where a host listens and what it lets in.
package struct HostConfiguration: Sendable {
    package var publicAddress: ListenAddress
    package var internalAddress: ListenAddress
    /// What callers of the internal listener must show; needed unless it binds loopback.
    package var internalToken: SecretBytes?
    package var limits: TransportLimits
    package var cover: CoverTraffic

    package init(
        publicAddress: ListenAddress = ListenAddress(host: "127.0.0.1", port: 8080),
        internalAddress: ListenAddress = ListenAddress(host: "127.0.0.1", port: 8081),
        internalToken: SecretBytes? = nil,
        limits: TransportLimits = TransportLimits(),
        cover: CoverTraffic = .standard
    ) {
        self.publicAddress = publicAddress
        self.internalAddress = internalAddress
        self.internalToken = internalToken
        self.limits = limits
        self.cover = cover
    }

    func checkInternalListener() throws(HostError) {
        guard internalToken != nil || internalAddress.isLoopback else {
            throw .internalListenerUnprotected(internalAddress)
        }
    }
}
