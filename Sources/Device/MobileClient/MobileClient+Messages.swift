import ExposurePrimitives
import ImmuniAPI
import MessageSignatures
import PhonePorts

extension MobileClient {
    /// Checks that a document is what the authority signed for this request, lately, and no older one than was seen
    /// before. Nothing is checked where the app has no key for messages.
    func verify(
        _ response: PhoneResponse,
        to target: String,
        as document: SignedDocument
    ) throws(MobileClientError) {
        guard let verifier = app.messageVerifier else {
            return
        }
        let message = MessageVerifier.Message(
            target: target,
            fields: response.headers.map { ($0.name, $0.value) },
            content: response.body
        )
        do {
            let sequence = try verifier.sequence(of: message, maxAge: document.maxAge, now: clock.now())
            try seenSequences.accept(sequence, of: document.rawValue)
        } catch {
            throw .messageRefused(document, error)
        }
    }
}
