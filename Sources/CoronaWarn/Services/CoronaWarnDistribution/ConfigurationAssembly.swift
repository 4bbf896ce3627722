import CoronaWarnAPI
package import CoronaWarnConfiguration
import ExposurePrimitives
package import KeyExport
import MessageSignatures
package import Persistence

/// Writes the five files of the configuration into the tree, each signed like a package and with its statement.
///
/// A signature is made with a random number, so a file is written again only if its content or its keys changed.
package struct ConfigurationAssembly: Sendable {
    package typealias Source = @Sendable () async throws -> ValidConfiguration
    package typealias Signers = @Sendable () async throws -> [any ExportSigner]

    private let source: Source
    private let signers: Signers
    private let storage: any ObjectStore
    private let signed: SignedFiles

    /// - Parameters:
    ///   - source: the configuration in force.
    ///   - signer: nil where there are no statements.
    package init(
        source: @escaping Source,
        signers: @escaping Signers,
        in storage: any ObjectStore,
        signer: StatementSigner?
    ) {
        self.source = source
        self.signers = signers
        self.storage = storage
        signed = SignedFiles(in: storage, signer: signer)
    }

    /// - Returns: the number of files that changed.
    func run(now: UnixTime) async throws -> Int {
        var count = 0
        try await SharedFiles.untilSettled {
            let writing = try await writeFiles(now: now)
            if case .done(let changed) = writing {
                count += changed
            }
            return writing == .unnecessary
        }
        return count
    }

    private func writeFiles(now: UnixTime) async throws -> SignedFiles.Writing {
        let last = try await signed.newest(of: ConfigurationFile.allCases.map(TreePath.configuration))
        let configuration = try await source()
        let signers = try await signers()
        var (files, marks): ([SignedFiles.File], [(ObjectName, [UInt8])]) = ([], [])
        for file in ConfigurationFile.allCases {
            let message = try configuration.message(of: file)
            let mark = Self.mark(of: message, signers)
            let (name, markName) = try Self.names(of: file)
            let isCurrent = try await storage.get(markName) == mark
            if isCurrent, let content = try await storage.get(name) {
                files.append(SignedFiles.File(path: .configuration(file), content: content))
            } else {
                let content = try await Self.archive(message, signers)
                files.append(SignedFiles.File(path: .configuration(file), content: content))
                marks.append((markName, mark))
            }
        }
        let writing = try await signed.write(files, after: last, now: now)
        // If another process interrupted, the files are its own, and these marks are not theirs.
        if case .done = writing {
            for (name, mark) in marks {
                try await storage.put(mark, as: name)
            }
        }
        return writing
    }

    /// The zip of export.bin, here the message without a header, and export.sig.
    private static func archive(_ message: [UInt8], _ signers: [any ExportSigner]) async throws -> [UInt8] {
        var signatures: [(info: SignatureInfo, bytes: [UInt8])] = []
        for signer in signers {
            signatures.append((signer.signatureInfo, try await signer.signature(over: message)))
        }
        // Of this, the signatures show that there is one file.
        let metadata = try ExportMetadata(start: UnixTime(0), end: UnixTime(0), region: "")
        let exportSig = try ExportWriter.exportSig(for: metadata, signatures: signatures)
        return try ExportWriter.archive(exportBin: message, exportSig: exportSig)
    }

    /// The digest of a file's message and of the names of its keys.
    private static func mark(of message: [UInt8], _ signers: [any ExportSigner]) -> [UInt8] {
        let names = signers.map { signer in
            let info = signer.signatureInfo
            return "\(info.verificationKeyID ?? "") \(info.verificationKeyVersion ?? "") \(info.appBundleID ?? "")"
        }
        return Array(Hex.encode(ContentDigest(of: message + names.joined(separator: "\n").utf8).bytes).utf8)
    }

    /// The file's own name, and that of its mark outside the tree.
    private static func names(of file: ConfigurationFile) throws(ObjectStorageError) -> (ObjectName, ObjectName) {
        let text = TreePath.configuration(file).objectName
        guard let name = ObjectName(text), let mark = ObjectName("configuration-marks/\(text)") else {
            throw ObjectStorageError(reason: "name the file \(text)")
        }
        return (name, mark)
    }
}

extension ValidConfiguration {
    fileprivate func message(of file: ConfigurationFile) throws(ConfigurationProblem) -> [UInt8] {
        switch file {
        case .first: try firstGenerationMessage()
        case .firstIOS, .secondIOS: try secondGenerationMessage(for: .iOS)
        case .firstAndroid, .secondAndroid: try secondGenerationMessage(for: .android)
        }
    }
}
