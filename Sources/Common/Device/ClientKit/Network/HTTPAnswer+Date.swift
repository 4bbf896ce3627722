public import ExposurePrimitives
public import WireFormat

extension HTTPAnswer {
    /// The time of the answer (RFC 9110, 6.6.1), from its single field. A server with the authority's name can choose
    /// it. The phone's owner cannot, as long as TLS is secure.
    public var date: UnixTime? {
        let fields = headers.filter { $0.name.lowercased() == "date" }
        return fields.count == 1 ? UnixTime(httpDate: fields[0].value) : nil
    }
}
