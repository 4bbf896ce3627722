package import ExposurePrimitives
package import HTTPTypes
package import MessageSignatures
package import Signing
import Synchronization
import WireFormat

/// Signs answers (RFC 9421). It signs each content once, not each request. A signature is used again for the same
/// target, content and sequence until it is as old as caches may keep the answer.
package final class ResponseSigner: Sendable {
    private let key: any SigningKey
    private let keyID: String
    private let clock: any WallClock
    private let capacity: Int
    private let memory = Mutex(Memory())

    private struct Memory {
        var kept: [Target: Kept] = [:]
        /// The targets of `kept`, the oldest first.
        var order: [Target] = []
    }

    private struct Target: Hashable {
        let path: String
        let query: String
    }

    private struct Kept {
        let content: SignedContent
        let created: UnixTime
        let fields: HTTPFields
    }

    /// - Parameter capacity: the maximum number of kept signatures. Anybody may ask for targets that nobody else asks
    ///   for, so their memory is bounded.
    package init(key: any SigningKey, clock: any WallClock, capacity: Int = 512) {
        self.key = key
        keyID = MessageVerificationKey.keyID(ofPublicKey: key.publicKey)
        self.clock = clock
        self.capacity = max(capacity, 1)
    }

    /// The fields of an answer with this content.
    ///
    /// - Parameter maxAge: seconds after which a new signature is made.
    package func fields(for content: SignedContent, maxAge: Int64) async throws(SigningError) -> HTTPFields {
        let target = Target(path: content.path, query: content.query)
        let now = clock.now()
        let kept = memory.withLock { $0.kept[target] }
        if let kept, kept.content == content, (0...maxAge).contains(now.seconds(since: kept.created)) {
            return kept.fields
        }
        let input = content.input(created: now, keyID: keyID)
        let signature = try await key.signature(over: content.signatureBase(for: input))
        var fields = HTTPFields()
        for (field, value) in content.fields(for: input, signature: signature) {
            if let name = HTTPField.Name(field.rawValue) {
                fields[name] = value
            }
        }
        keep(Kept(content: content, created: now, fields: fields), for: target)
        return fields
    }

    private func keep(_ entry: Kept, for target: Target) {
        memory.withLock { memory in
            if memory.kept.updateValue(entry, forKey: target) == nil {
                memory.order.append(target)
            }
            while memory.order.count > capacity {
                memory.kept[memory.order.removeFirst()] = nil
            }
        }
    }
}

extension ServiceResponse {
    /// This answer with the fields of its signature, or unchanged if there is no signer.
    ///
    /// - Parameter digest: of the body. An answer to HEAD, or 304, carries the fields of the whole answer.
    /// - Throws: `Refusal.notCompliant` for a target that no signature can cover.
    package func signed(
        by signer: ResponseSigner?,
        digest: ContentDigest,
        sequence: Int64,
        maxAge: Int64,
        for request: ServiceRequest
    ) async throws -> ServiceResponse {
        guard let signer else {
            return self
        }
        let content: SignedContent
        do {
            content = try SignedContent(digest: digest, path: request.path, query: request.rawQuery, sequence: sequence)
        } catch {
            if error == .unsignableTarget {
                throw Refusal.notCompliant
            }
            throw error
        }
        var response = self
        response.headers.append(contentsOf: try await signer.fields(for: content, maxAge: maxAge))
        return response
    }
}
