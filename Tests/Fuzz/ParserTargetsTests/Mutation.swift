import ExposurePrimitives

/// Random changes of an input, like those of a fuzzer.
enum Mutation {
    static func apply(to seed: [UInt8], words: [String], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            change(&bytes, words: words, using: &generator)
        }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], words: [String], using generator: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = Int.random(in: place...bytes.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &generator)
        case 2: bytes.removeSubrange(place..<min(end, place + 16))
        case 3: bytes.insert(contentsOf: bytes[place..<min(end, place + 64)], at: place)
        case 4: bytes.insert(contentsOf: words.randomElement(using: &generator)?.utf8.map(\.self) ?? [0xFF], at: place)
        default: bytes.insert(.random(in: 0...255, using: &generator), at: place)
        }
    }
}
