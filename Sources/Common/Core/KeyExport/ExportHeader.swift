/// The sixteen bytes at the start of export.bin, before the protobuf message.
enum ExportHeader {
    static let bytes = Array("EK Export v1    ".utf8)
}
