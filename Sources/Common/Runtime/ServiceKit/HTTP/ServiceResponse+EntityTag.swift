import HTTPTypes
package import WireFormat

extension ServiceResponse {
    /// This answer with its tag, or 304 without a body if the client has the representation already.
    package func tagged(_ tag: EntityTag, for request: ServiceRequest) -> ServiceResponse {
        var response = self
        response.headers[.eTag] = tag.text
        if tag.isNamed(by: request.headers[.ifNoneMatch]) {
            response.status = 304
            response.headers[.contentType] = nil
            response.body = .none
        }
        return response
    }
}
