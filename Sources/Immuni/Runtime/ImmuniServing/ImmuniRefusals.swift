import HTTPTypes
import ImmuniAPI
package import ServiceKit
package import WireFormat

/// Immuni's refusals: the status with the contract's error body.
package struct ImmuniRefusals: RefusalRenderer {
    package init() {}

    package func answer(to refusal: Refusal) -> ServiceResponse {
        Self.response(APIError(refusal))
    }

    package func answer(toOwn error: any Error) -> ServiceResponse? {
        (error as? APIError).map(Self.response)
    }

    /// Without `Cache-Control`, as from the original servers.
    private static func response(_ error: APIError) -> ServiceResponse {
        ServiceResponse(status: error.status, headers: [.contentType: MediaType.json.text], body: .bytes(error.body))
    }
}
