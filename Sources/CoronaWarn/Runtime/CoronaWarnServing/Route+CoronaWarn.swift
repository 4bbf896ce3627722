import CoronaWarnAPI
import HTTPTypes
package import ServiceKit

extension Route {
    /// The route with the verification service's limit of bodies, which counts before everything else: a body that is
    /// too large or chunked is `notAcceptable`, whatever else is wrong with the request.
    package var limitingVerificationBodies: Route {
        checkingFirst { request in
            guard request.body.count <= CoronaWarnLimits.verificationBody, request.headers[.transferEncoding] == nil
            else {
                throw CoronaWarnError.notAcceptable
            }
        }
    }
}
