import CoronaWarnAPI
import HTTPTypes
package import ServiceKit

extension ServiceRequest {
    /// The body of a request to the verification service.
    ///
    /// - Throws: `notAcceptable` for a body that is too large or chunked, whatever else is wrong with the request;
    ///   `unsupportedMediaType` for a media type that the endpoint does not accept.
    package func verificationBody() throws -> [UInt8] {
        guard body.count <= CoronaWarnLimits.verificationBody, headers[.transferEncoding] == nil else {
            throw CoronaWarnError.notAcceptable
        }
        return try acceptedBody()
    }
}
