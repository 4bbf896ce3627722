/// Writes the part of DER that emulated evidence needs.
package enum DERText {
    package static func tlv(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<128: identifier + [UInt8(content.count)] + content
        case ..<256: identifier + [0x81, UInt8(content.count)] + content
        default: identifier + [0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
        }
    }

    package static func sequence(_ content: [UInt8]) -> [UInt8] { tlv([0x30], content) }
    package static func bytes(_ content: [UInt8]) -> [UInt8] { tlv([0x04], content) }

    package static func integer(_ value: Int64) -> [UInt8] {
        var content = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        while content.count > 1, content[0] == 0, content[1] < 128 {
            content.removeFirst()
        }
        return tlv([0x02], content)
    }

    /// An explicit tag of 128 to 16 383.
    package static func tagged(_ tag: Int, _ content: [UInt8]) -> [UInt8] {
        tlv([0xBF, UInt8(0x80 | tag >> 7), UInt8(tag & 127)], content)
    }
}
