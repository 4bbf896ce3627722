/// The lower part of a ``LoadPicture``: the planned requests of each part of the day, and a cross where some failed.
struct LoadOfferPart {
    private let planned: [Int]
    private let failed: [Int]
    /// Seconds of a part of the day.
    private let seconds: Double

    init(_ record: LoadRecord) {
        let slots = 0..<LoadRecord.slotCount
        func sum(_ count: (LoadTally) -> Int) -> [Int] {
            slots.map { slot in
                record.slots.values.reduce(0) { $0 + ($1.indices.contains(slot) ? count($1[slot]) : 0) }
            }
        }
        planned = sum(\.planned)
        failed = sum(\.failed)
        seconds = max(Double(record.length) / 1e6 / Double(LoadRecord.slotCount), 1e-9)
    }

    var svg: String {
        let (top, bottom) = (Double(LoadPaper.loadTop), Double(LoadPaper.loadBottom))
        let most = planned.max() ?? 0
        let tops = planned.enumerated().flatMap { slot, count in
            LoadPaper.step(slot, bottom - Double(count) / Double(max(most, 1)) * (bottom - top))
        }
        let corners =
            ["\(LoadPaper.left),\(LoadPaper.loadBottom)"] + tops + ["\(LoadPaper.right),\(LoadPaper.loadBottom)"]
        let edge = Double(LoadPaper.left - 6)
        let title = "Planned requests a second; a cross marks a quarter of an hour with a failed one"
        return """
            \(LoadPaper.text(title, "", Double(LoadPaper.left), top - 12))
            <polygon class="load" points="\(corners.joined(separator: " "))"/>
            <line class="axis" x1="\(LoadPaper.left)" x2="\(LoadPaper.right)" y1="\(LoadPaper.loadBottom)" \
            y2="\(LoadPaper.loadBottom)"/>
            \(LoadPaper.text("0", "end", edge, bottom + 4))
            \(LoadPaper.text(LoadPaper.number(Double(most) / seconds), "end", edge, top + 4))
            \(crosses)
            """
    }

    private var crosses: String {
        failed.indices.filter { failed[$0] > 0 }.map { slot in
            let (x, y) = (LoadPaper.number(LoadPaper.x(slot) - 4), LoadPaper.loadTop + 4)
            return """
                <path class="cross" d="M\(x) \(y)l8 8m0 -8l-8 8"><title>\(LoadPaper.clock(slot)): \(failed[slot]) \
                failed</title></path>
                """
        }.joined(separator: "\n")
    }
}
