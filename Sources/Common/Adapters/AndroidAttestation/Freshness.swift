import DeviceAttestation
import ExposurePrimitives

/// When an attestation made at some moment is accepted.
struct Freshness {
    /// Seconds that the server's clock may be behind the moment.
    let maxLead: Int64
    /// Seconds that the moment may be past.
    let maxAge: Int64

    /// - Parameter milliseconds: since 1970, as the attestation says it.
    /// - Returns: the last second at which it is accepted.
    func expiry(ofMillisecond milliseconds: Int64, now: UnixTime) throws(AttestationRefusal) -> UnixTime {
        let made = UnixTime(milliseconds / 1000)
        guard (-maxLead...maxAge).contains(now.seconds(since: made)) else {
            throw .notFresh
        }
        return made.advanced(bySeconds: maxAge)
    }
}
