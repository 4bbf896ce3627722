import ClientKit
import CoronaWarnAPI
import ExposurePrimitives
public import KeyExport
public import MessageSignatures
import PhonePorts
import WireFormat

/// The public keys of the authority, which the app brings along.
public struct AuthorityKeys: Sendable {
    /// Verifies packages and configurations.
    let packages: ExportVerifier
    /// Verify indexes, and that a configuration is the newest. Alternatives, at least one.
    let messages: [MessageVerificationKey]
    let answers: MessageVerifier

    /// - Throws: without a key for messages.
    public init(packages: ExportVerifier, messages: [MessageVerificationKey]) throws(MessageSignatureError) {
        self.packages = packages
        self.messages = messages
        answers = try MessageVerifier(keys: messages)
    }
}

/// A file with what the authority states about it.
struct SignedTreeFile: Equatable, Sendable {
    let content: [UInt8]
    let sequence: Int64
    let created: UnixTime
    /// Hours without keys; none if only the answer was signed, which does not tell.
    var emptyHours: [Int] = []
}

/// Fetches files of the tree one after the other, and believes those that the authority signed recently.
struct SignedTreeFiles: Sendable {
    let keys: AuthorityKeys
    let transport: any PhoneTransport
    let clock: any WallClock

    /// An index or configuration with its statement.
    ///
    /// Statements are written after their files. A file and a statement that do not fit were fetched during a change,
    /// or come from caches of different ages, so both are fetched once more.
    func file(at path: TreePath) async throws(DownloadFailure) -> SignedTreeFile {
        do throws(DownloadFailure) {
            return try await signedFile(at: path)
        } catch .statementRefused(.wrongDigest) {
            return try await signedFile(at: path)
        }
    }

    /// A package, whose signatures are its own.
    func package(at path: TreePath) async throws(DownloadFailure) -> [UInt8] {
        try await get(path.path, limit: PhoneRequest.fileLimit).body
    }

    private func signedFile(at path: TreePath) async throws(DownloadFailure) -> SignedTreeFile {
        let answer = try await get(path.path)
        guard answer.body.count <= Self.maxContent else {
            throw .malformed
        }
        let beside: HTTPAnswer
        do throws(DownloadFailure) {
            beside = try await get(path.statementPath)
        } catch .missing {
            return try file(signedInHeaders: answer, at: path)
        }
        return try file(answer.body, stated: beside.body, at: path)
    }

    private func file(
        _ content: [UInt8],
        stated: [UInt8],
        at path: TreePath
    ) throws(DownloadFailure) -> SignedTreeFile {
        guard stated.count <= Self.maxStatement, let signed = try? SignedTreeStatement(parsing: stated) else {
            throw .malformed
        }
        let statement: TreeStatement
        do throws(TreeStatementError) {
            statement = try signed.verified(for: path, content: content, keys: keys.messages)
        } catch {
            throw .statementRefused(error)
        }
        let age = clock.now().seconds(since: statement.created)
        guard (-MessageVerifier.clockTolerance...Self.maxAge + MessageVerifier.grace).contains(age) else {
            throw .staleStatement
        }
        return SignedTreeFile(
            content: content,
            sequence: statement.sequence,
            created: statement.created,
            emptyHours: statement.emptyHours
        )
    }

    private func file(signedInHeaders answer: HTTPAnswer, at path: TreePath) throws(DownloadFailure)
        -> SignedTreeFile
    {
        guard answer.headers.contains(where: { $0.name.lowercased() == "signature" }) else {
            throw .unsigned
        }
        let message = MessageVerifier.Message(
            target: path.path,
            fields: answer.headers.map { ($0.name, $0.value) },
            content: answer.body
        )
        do throws(MessageSignatureError) {
            let statement = try keys.answers.statement(of: message, maxAge: Self.maxAge, now: clock.now())
            return SignedTreeFile(content: answer.body, sequence: statement.sequence, created: statement.created)
        } catch {
            throw .messageRefused(error)
        }
    }

    private func get(
        _ target: String,
        limit: Int = PhoneRequest.documentLimit
    ) async throws(DownloadFailure) -> HTTPAnswer {
        let request = PhoneRequest(
            host: .download,
            method: .get,
            target: target,
            headers: CommonHeaders.all,
            answerLimit: limit
        )
        let answer: HTTPAnswer
        do throws(HTTPExchangeError) {
            answer = try await transport.send(request)
        } catch {
            throw .transport(error)
        }
        switch answer.status {
        case 200: return answer
        case 404: throw .missing
        default: throw .unexpectedStatus(answer.status)
        }
    }

    /// Seconds for which caches keep a file.
    private static let maxAge: Int64 = 300
    /// Bytes of an index or configuration.
    static let maxContent = 256 << 10
    /// Bytes of a statement.
    static let maxStatement = 4096
}
