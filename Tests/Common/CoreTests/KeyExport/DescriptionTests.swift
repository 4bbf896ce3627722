import KeyExport
import Testing

@Suite("Texts of errors")
struct DescriptionTests {
    @Test("each error is a sentence that says what is wrong")
    func sentences() {
        let name = VerificationKeyName(id: "310", version: "v1")
        let errors: [(ExportError, String)] = [
            (.archive(.unexpectedEntry(name: "x")), "unexpected entry x: only export.bin and export.sig are allowed"),
            (.archive(.nestedFolder(name: "a/export.bin")), "entry a/export.bin is in a folder"),
            (.archive(.truncated), "the zip archive is truncated"),
            (.content(.wrongHeader), "export.bin does not begin with 'EK Export v1' and four spaces"),
            (.content(.wrongKeyLength(key: 4, length: 96)), "key 4 has 96 bytes instead of 16"),
            (.signature(.unsupportedAlgorithm("x", isName: true)), "write 1.2.840.10045.4.3.2 instead of a name"),
            (.signature(.noKnownKey(offered: [name])), "no signature is by a known key; the file names 310-v1"),
            (.group(.missingBatches(count: 1, first: 2, size: 3)), "1 of the 3 batches are missing"),
        ]
        for (error, text) in errors {
            #expect(String(describing: error).contains(text))
        }
    }

    @Test("names from a file cannot hide anything in a terminal")
    func printableNames() {
        let name = VerificationKeyName(id: "a\u{1B}[2J\u{202E}é", version: "1\n")
        #expect(name.description == "a?[2J??-1?")
    }
}
