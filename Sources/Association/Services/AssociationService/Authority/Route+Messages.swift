import AssociationAPI
import AssociationProtocol
import HTTPTypes
import ServiceKit
import WireFormat

extension Route {
    /// A route of phones. Requests and answers are messages of bytes.
    static func forPhones<Message>(
        _ endpoint: Endpoint,
        _ parse: @escaping @Sendable ([UInt8]) throws(AssociationError) -> Message,
        answer: @escaping @Sendable (Message) async throws -> [UInt8]
    ) -> Route {
        .forEveryone(endpoint) { request in
            ServiceResponse(
                status: 200,
                headers: [.contentType: MediaType.octets.text, .cacheControl: CacheControl.noStore.value],
                body: .bytes(try await answer(request.message(parse)))
            )
        }
    }
}

extension ServiceRequest {
    /// The body as a message of the contract. Every mistake of a layout gets the same answer.
    func message<Message>(_ parse: ([UInt8]) throws(AssociationError) -> Message) throws(Refusal) -> Message {
        let body = try acceptedBody()
        do throws(AssociationError) {
            return try parse(body)
        } catch {
            throw .notCompliant
        }
    }
}
