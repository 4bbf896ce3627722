import CGAENKernel
import ExposurePrimitives

/// A phone's sightings, and the kernel's index over their identifiers.
///
/// SAFETY: `@unchecked` for the pointer only. The index is made in `init`, never changes, and is freed in `deinit`.
@safe
final class SightingIndex: @unchecked Sendable {
    private let sightings: [Sighting]
    private let index: OpaquePointer

    init(_ sightings: some Sequence<Sighting>) {
        // Shares the storage of an array. Sorting is not needed: the kernel sorts numbers into buckets.
        let sightings = Array(sightings)
        self.sightings = sightings
        // SAFETY: an identifier is two 64-bit words, and so is gaen_bytes16 (KernelLayout). The kernel reads as many as
        // there are sightings, and copies them.
        let made = unsafe sightings.withUnsafeBytes { buffer in
            unsafe gaen_index_create(
                buffer.baseAddress?.advanced(by: KernelLayout.identifierOffset),
                MemoryLayout<Sighting>.stride,
                sightings.count
            )
        }
        guard let made = unsafe made else {
            preconditionFailure("no memory for an index of \(sightings.count) sightings")
        }
        unsafe index = made
    }

    deinit {
        unsafe gaen_index_destroy(index)
    }

    var isEmpty: Bool { sightings.isEmpty }

    /// The memory of the index and the sightings in bytes.
    var size: Int {
        unsafe gaen_index_size(index) + sightings.count * MemoryLayout<Sighting>.stride
    }

    /// Calls `body` with each sighting that has the identifier of the kernel's `entry`, in the order in which they were
    /// given.
    func forEachSighting(ofEntry entry: UInt32, _ body: (Sighting) -> Void) {
        var entry = entry
        while entry != GAEN_NO_ENTRY {
            body(sightings[Int(unsafe gaen_index_number(index, entry))])
            entry = unsafe gaen_index_next(index, entry)
        }
    }

    /// Calls `body` with each identifier of `keys` that is among the sightings, in the order of keys and intervals.
    func forEachHit(of keys: UnsafeBufferPointer<DiagnosisKey>, by path: KernelPath, _ body: (gaen_hit) -> Void) {
        guard let first = keys.baseAddress else {
            return
        }
        var position = gaen_position()
        while position.key < keys.count {
            unsafe withUnsafeTemporaryAllocation(of: gaen_hit.self, capacity: Self.hitCapacity) { hits in
                // SAFETY: a diagnosis key begins with the layout of gaen_key (KernelLayout). The kernel reads as many
                // as there are, and writes at most the capacity, which it then returns.
                let count = unsafe gaen_match(
                    index,
                    path.kernelValue,
                    first,
                    MemoryLayout<DiagnosisKey>.stride,
                    keys.count,
                    &position,
                    hits.baseAddress,
                    hits.count
                )
                unsafe hits[..<count].forEach(body)
            }
        }
    }

    private static let hitCapacity = 1024
}

/// The layout of our types that the kernel relies on, so that it can read them in place.
enum KernelLayout {
    /// The offset of the identifier in a sighting.
    static var identifierOffset: Int {
        MemoryLayout<Sighting>.offset(of: \.identifier) ?? 0
    }

    /// Whether diagnosis keys begin like gaen_key, and identifiers are two words.
    static var isAsExpected: Bool {
        MemoryLayout<DiagnosisKey>.offset(of: \.key) == 0
            && MemoryLayout<TemporaryExposureKey>.offset(of: \.keyData) == MemoryLayout<gaen_key>.offset(of: \.data)
            && MemoryLayout<TemporaryExposureKey>.offset(of: \.rollingStart)
                == MemoryLayout<gaen_key>.offset(of: \.rolling_start)
            && MemoryLayout<TemporaryExposureKey>.offset(of: \.rollingPeriod)
                == MemoryLayout<gaen_key>.offset(of: \.rolling_period)
            && MemoryLayout<TemporaryExposureKey>.size == MemoryLayout<gaen_key>.size
            && MemoryLayout<TemporaryExposureKey.KeyData>.size == MemoryLayout<gaen_bytes16>.size
            && MemoryLayout<RollingProximityIdentifier>.size == MemoryLayout<gaen_bytes16>.size
            && MemoryLayout<Sighting>.offset(of: \.identifier) != nil
    }
}
