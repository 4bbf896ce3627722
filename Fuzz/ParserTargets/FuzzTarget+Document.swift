import KeyExport

extension FuzzTarget {
    /// A signed document in a zip, such as a configuration. With 0 as first byte, the rest is the zip; with 1, it is the
    /// document.
    static let document = FuzzTarget(
        "document",
        maxSize: 8192,
        words: ["PK\u{01}\u{02}", "PK\u{03}\u{04}", "PK\u{05}\u{06}", "export.bin", "export.sig"],
        seeds: { try SampleExport.files().dropFirst().map { [0] + $0 } + [[1] + Array("configuration".utf8)] },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 2) else {
                return false
            }
            let zip = choice == 0 ? rest : try ExportWriter.archive(exportBin: rest, exportSig: [])
            let verifier = try SampleExport.verifier.get()
            do throws(ExportError) {
                _ = try DocumentArchive(zip: zip, maxSize: 65_536).verified(by: verifier)
            } catch .signature {
                return true
            } catch {
                return false
            }
            throw BrokenProperty(description: "a document that nobody signed is verified")
        }
    )
}
