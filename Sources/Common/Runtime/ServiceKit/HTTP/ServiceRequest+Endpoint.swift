import HTTPTypes
package import WireFormat

/// The facts of a request that the endpoint's contract defines.
extension ServiceRequest {
    /// Throws `notCompliant` unless the endpoint's header says whether this is cover traffic.
    package func dummyFlag() throws(Refusal) -> DummyFlag {
        guard let flag = value(of: endpoint.headers.dummyFlag).flatMap(DummyFlag.init(rawValue:)) else {
            throw .notCompliant
        }
        return flag
    }

    /// The phone's statement of its own time; nil without one.
    package var clientClock: String? { value(of: endpoint.headers.clientClock) }

    /// The body. Throws `unsupportedMediaType` unless the only `Content-Type` names a media type that the endpoint
    /// accepts.
    package func acceptedBody() throws(Refusal) -> [UInt8] {
        let types = headers[values: .contentType]
        guard types.count == 1, endpoint.accepts.contains(where: { $0.isNamed(by: types[0]) }) else {
            throw .unsupportedMediaType
        }
        return body
    }

    private func value(of header: String?) -> String? {
        header.flatMap { HTTPField.Name($0) }.flatMap { headers[$0] }
    }
}
