import ExposurePrimitives
import GAENCore

/// Writes values one after another: numbers big-endian, lists after their count.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func write(_ content: some Sequence<UInt8>) {
        bytes += content
    }

    mutating func write(_ time: UnixTime) {
        write(time.seconds)
    }

    mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        write(UInt8(value == nil ? 0 : 1))
        if let value {
            body(&self, value)
        }
    }

    mutating func write<Values: Collection>(_ values: Values, _ body: (inout ByteWriter, Values.Element) -> Void) {
        write(UInt32(clamping: values.count))
        for value in values.prefix(Int(UInt32.max)) {
            body(&self, value)
        }
    }
}
