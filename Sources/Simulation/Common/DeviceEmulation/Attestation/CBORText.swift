/// Writes the part of CBOR that emulated evidence needs, in its shortest form.
package enum CBORText {
    package static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        switch count {
        case ..<24: [kind << 5 | UInt8(count)]
        case ..<256: [kind << 5 | 24, UInt8(count)]
        default: [kind << 5 | 25, UInt8(count >> 8), UInt8(count & 255)]
        }
    }

    package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
    package static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
    package static func array(_ elements: [[UInt8]]) -> [UInt8] { head(4, elements.count) + elements.joined() }

    package static func map(_ members: [(String, [UInt8])]) -> [UInt8] {
        head(5, members.count) + members.flatMap { text($0.0) + $0.1 }
    }

    package static func coseKey(_ point: [UInt8]) -> [UInt8] {
        [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21] + bytes(Array(point[1..<33])) + [0x22]
            + bytes(Array(point[33..<65]))
    }
}
