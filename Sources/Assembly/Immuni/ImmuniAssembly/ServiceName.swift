/// The services that a process can run.
package enum ServiceName: String, CaseIterable, Sendable {
    case config
    case otp
    case ingestion
    case publication
    case reporting
    case analytics
    case portal
}
