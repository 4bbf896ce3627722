package import SwiftProtobuf

/// The only place where bytes from outside become protobuf messages.
package enum WireMessage {
    package static func decode<Message: SwiftProtobuf.Message>(
        _ bytes: [UInt8],
        file: ExportFile
    ) throws(ExportError) -> Message {
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        options.messageDepthLimit = 4
        do {
            return try Message(serializedBytes: bytes, options: options)
        } catch BinaryDecodingError.truncated {
            throw .content(.truncatedMessage(file: file.rawValue))
        } catch {
            throw .content(.malformedMessage(file: file.rawValue))
        }
    }

    static func encode(_ message: some SwiftProtobuf.Message, file: ExportFile) throws(ExportError) -> [UInt8] {
        do {
            return try message.serializedBytes()
        } catch {
            // This happens only with messages above 2 GiB: every field of the format is optional.
            throw .content(.malformedMessage(file: file.rawValue))
        }
    }
}
