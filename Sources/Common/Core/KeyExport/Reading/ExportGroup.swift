import ExposurePrimitives

/// The files of one period and region. They are valid only together.
public enum ExportGroup {
    /// Checks that every group among `files` is complete: each batch number once, and one batch size.
    public static func check(_ files: some Sequence<ExportMetadata>) throws(ExportError) {
        let groups = Dictionary(grouping: files) { Identity(start: $0.start.seconds, end: $0.end.seconds, $0.region) }
        for (_, members) in groups.sorted(by: { $0.key < $1.key }) {
            try check(group: members)
        }
    }

    private static func check(group members: [ExportMetadata]) throws(ExportError) {
        let sizes = Set(members.map(\.batchSize)).sorted()
        guard let size = sizes.first, sizes.count == 1 else {
            throw .group(.differentBatchSizes(sizes))
        }
        let numbers = members.map(\.batchNumber).sorted()
        for (number, next) in zip(numbers, numbers.dropFirst()) where number == next {
            throw .group(.duplicateBatch(number, size: size))
        }
        guard numbers.count == size else {
            let firstMissing = zip(1..., numbers).first { $0 != $1 }?.0 ?? numbers.count + 1
            throw .group(.missingBatches(count: size - numbers.count, first: firstMissing, size: size))
        }
    }

    private struct Identity: Hashable, Comparable {
        let start: Int64
        let end: Int64
        let region: String

        init(start: Int64, end: Int64, _ region: String) {
            self.start = start
            self.end = end
            self.region = region
        }

        static func < (lhs: Identity, rhs: Identity) -> Bool {
            (lhs.start, lhs.end, lhs.region) < (rhs.start, rhs.end, rhs.region)
        }
    }
}

/// An error in a group of files.
public enum GroupError: Error, Equatable {
    case missingBatches(count: Int, first: Int, size: Int)
    case duplicateBatch(Int, size: Int)
    case differentBatchSizes([Int])
}

extension GroupError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingBatches(let count, let first, let size):
            "\(count) of the \(size) batches are missing, the first is number \(first)"
        case .duplicateBatch(let number, let size): "batch \(number) of \(size) occurs twice"
        case .differentBatchSizes(let sizes):
            "the files of one group state different batch sizes: "
                + sizes.map(String.init).joined(separator: ", ")
        }
    }
}
