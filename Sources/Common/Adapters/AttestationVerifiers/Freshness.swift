import DeviceAttestation
import ExposurePrimitives

/// The period in which an attestation of some moment is accepted.
struct Freshness {
    /// The seconds by which the server's clock may be behind the moment.
    let maxLead: Int64
    /// The seconds by which the moment may be in the past.
    let maxAge: Int64

    /// - Parameter milliseconds: since 1970, as the attestation states them.
    /// - Returns: the last second at which it is accepted.
    func expiry(ofMillisecond milliseconds: Int64, now: UnixTime) throws(AttestationRefusal) -> UnixTime {
        let made = UnixTime(milliseconds / 1000)
        guard (-maxLead...maxAge).contains(now.seconds(since: made)) else {
            throw .notFresh
        }
        return made.advanced(bySeconds: maxAge)
    }
}
