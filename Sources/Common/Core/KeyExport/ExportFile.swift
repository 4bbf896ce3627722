/// The two files of an export archive, in the order in which they are written.
package enum ExportFile: String, CaseIterable {
    case exportBin = "export.bin"
    case exportSig = "export.sig"
}
