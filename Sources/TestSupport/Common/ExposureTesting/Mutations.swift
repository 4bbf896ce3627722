package import ExposurePrimitives

/// Damaged copies of evidence: cut short, a byte left out, or one to four bits or bytes changed.
package enum Mutations {
    /// `count` copies, none equal to `bytes`, which must not be empty.
    package static func of(_ bytes: [UInt8], count: Int, using generator: inout SeededGenerator) -> [[UInt8]] {
        (0..<count).map { _ in
            var copy = bytes
            repeat {
                damage(&copy, using: &generator)
            } while copy == bytes
            return copy
        }
    }

    private static func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let kind = Int.random(in: 0..<4, using: &generator)
        if kind == 0 {
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
        } else if kind == 1 {
            bytes.remove(at: Int.random(in: 0..<bytes.count, using: &generator))
        } else {
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                let mask =
                    kind == 2
                    ? UInt8.random(in: 1...255, using: &generator) : 1 << Int.random(in: 0..<8, using: &generator)
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= mask
            }
        }
    }
}
