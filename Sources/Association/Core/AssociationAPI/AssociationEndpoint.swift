public import WireFormat

/// The operations of the authority's HTTP contract, each declared once. `docs/association.md` says who may call which.
///
/// Bodies of phones are bytes of one length for each operation, so nobody who watches a connection learns whether a
/// phone reports.
public enum AssociationEndpoint {
    /// Public: a new account for a proof of person or device.
    public static let registration = forPhones("/association/v1/registrations")
    /// Public: the right to report, for a code of an operator. The same request tells which batches have arrived.
    public static let right = forPhones("/association/v1/rights")
    /// Public: a batch of a report.
    public static let batch = forPhones("/association/v1/batches", produces: [])
    /// Public: the alerts of an account, or its end. Every request of the right layout gets an answer of one size.
    public static let poll = forPhones("/association/v1/polls")
    /// Public: attestations of the identity keys of the next day. Every answer has one size.
    public static let attestations = forPhones("/association/v1/attestations")
    /// Public: a part of the boxes of a day, the same for all phones. Only if reports are private.
    public static let boxes = Endpoint(.get, "/association/v1/boxes/{day}/{part}", produces: [.octets])
    /// Internal: a code for one report, after a test.
    public static let code = Endpoint(.post, "/association/v1/codes", accepts: [.json], produces: [.json])
    /// Partners: the contacts of a report with phones of this authority, from the authority that got the report.
    public static let forwardedReport = Endpoint(
        .post,
        "/association/v1/forwarded-reports",
        accepts: [.octets],
        produces: []
    )

    private static func forPhones(_ path: String, produces: [MediaType] = [.octets]) -> Endpoint {
        Endpoint(.post, path, accepts: [.octets], produces: produces, hasDummies: true)
    }
}

extension MediaType {
    /// Bytes without a named format.
    public static let octets = MediaType("application/octet-stream")
}
