import ArgumentParser
import CoronaWarnAPI
import CoronaWarnFlyers
import ExposurePrimitives
import Foundation
import HTTPTransport
import LaboratoryClient
import LaboratoryFiles
import ServiceKit
import WireFormat

/// The options of a laboratory's client that name the server and the client's credential.
struct LaboratoryServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The laboratory service: its partner or internal listener.", valueName: "url"))
    var server: ServerURL?

    @Option(help: ArgumentHelp("The file with the laboratory's key, if it shows no certificate.", valueName: "file"))
    var keyFile: String?

    @OptionGroup var trustOptions: TrustOptions

    func validate() throws {
        guard let server else {
            return
        }
        try trustOptions.check(for: server.text)
        guard (keyFile == nil) != (trustOptions.clientCertificate == nil) else {
            throw ValidationError("Give either --key-file or --client-certificate.")
        }
        guard keyFile == nil || server.isSecure || server.isLoopback else {
            throw ValidationError("A key needs https: others could read it on the way to \(server.text).")
        }
    }

    /// The laboratory's key; nil if it shows a certificate.
    func key() throws -> SecretBytes? { try keyFile.map(Self.key) }

    /// The key in a file that nobody else can read.
    static func key(in file: String) throws -> SecretBytes {
        try PrivateFile.check(file)
        let text = try InputFile.readText(file).trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...512).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure("the file \(file) has no key: it holds what avviso lab create printed")
        }
        return SecretBytes(text.utf8)
    }

    func exchange(with server: ServerURL) throws -> HTTPServerExchange {
        HTTPServerExchange(with: server, timeout: 30, trust: try trustOptions.trust())
    }
}

/// The options of a laboratory's client that say how it reads files.
struct ResultFileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Tests of files without the column kind: pcr, quicktest or pocnat.", valueName: "kind"))
    var kind: TestKindName = .pcr

    @Option(help: ArgumentHelp("Only codes of these stacks are right (may be repeated).", valueName: "file"))
    var manifest: [String] = []

    /// A function that reads files. It has the manifests.
    func reader() throws -> @Sendable (URL) throws -> ResultFile {
        let (kind, stacks) = (kind.kind, try stacks())
        return { file in
            guard let handle = try? FileHandle(forReadingFrom: file),
                let content = try? handle.read(upToCount: ResultFile.maxSize + 1) ?? Data()
            else {
                throw Failure("the file \(FileLabel.text(file.lastPathComponent)) cannot be read")
            }
            return try ResultFile(parsing: Array(content), kind: kind, stacks: stacks, now: SystemWallClock().now())
        }
    }

    private func stacks() throws -> Set<TestIdentifier>? {
        guard !manifest.isEmpty else {
            return nil
        }
        return try manifest.reduce(into: []) { identifiers, path in
            guard let content = FileManager.default.contents(atPath: path),
                let stack = StackManifest(parsing: String(decoding: content, as: UTF8.self))
            else {
                throw Failure("\(path) is no manifest of avviso lab flyers")
            }
            identifiers.formUnion(stack.identifiers)
        }
    }
}

/// A kind of test as an argument.
struct TestKindName: ExpressibleByArgument, CustomStringConvertible {
    let kind: TestKind

    static let pcr = TestKindName(kind: .pcr)

    private init(kind: TestKind) {
        self.kind = kind
    }

    init?(argument: String) {
        guard let kind = TestKind(fileName: argument) else {
            return nil
        }
        self.init(kind: kind)
    }

    var description: String { kind.fileName }
    static var allValueStrings: [String] { TestKind.fileNames.map(\.name) }
}

/// The name that a laboratory gives itself, as an argument.
struct LaboratoryName: ExpressibleByArgument {
    let identifier: LaboratoryID

    init?(argument: String) {
        guard let identifier = LaboratoryID(argument) else {
            return nil
        }
        self.identifier = identifier
    }
}

extension ServerURL {
    fileprivate var isSecure: Bool { text.hasPrefix("https://") }

    fileprivate var isLoopback: Bool {
        authority == "localhost" || authority.hasPrefix("localhost:") || authority.hasPrefix("127.")
            || authority.hasPrefix("[::1]")
    }
}
