/// The two-sample Kolmogorov–Smirnov test: whether two samples may come from one distribution.
enum KolmogorovSmirnov {
    /// The maximum distance of the two empirical distribution functions, 0…1.
    static func distance(_ first: [Duration], _ second: [Duration]) -> Double {
        let (first, second) = (first.sorted(), second.sorted())
        var (i, j, distance) = (0, 0, 0.0)
        while i < first.count, j < second.count {
            let value = min(first[i], second[j])
            while i < first.count, first[i] == value { i += 1 }
            while j < second.count, second[j] == value { j += 1 }
            distance = max(distance, abs(Double(i) / Double(first.count) - Double(j) / Double(second.count)))
        }
        return distance
    }

    /// The distance that chance exceeds less than once in a thousand times: c(0.001) = 1.949 (asymptotic; conservative
    /// for values with ties).
    static func criticalDistance(_ first: Int, _ second: Int) -> Double {
        1.949 * (Double(first + second) / Double(first * second)).squareRoot()
    }
}
