import LoadModel
import WireFormat

/// A run as a drawing: above, how long answers took over the compressed day; below, the requests of the same times.
package struct LoadPicture {
    private let report: LoadReport
    private let record: LoadRecord

    package init(_ report: LoadReport) {
        self.report = report
        record = report.record
    }

    package var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(LoadPaper.width) \(LoadPaper.height)" role="img" \
        aria-label="\(XMLText.escaped(title))">
        <title>\(XMLText.escaped(title))</title>
        <desc>\(XMLText.escaped(description))</desc>
        <style>
        \(LoadPaper.style)</style>
        <rect class="page" width="\(LoadPaper.width)" height="\(LoadPaper.height)"/>
        <text class="head" x="\(LoadPaper.left)" y="26">\(XMLText.escaped(title))</text>
        \(LoadTimesPart(record).svg)
        \(LoadOfferPart(record).svg)
        \(hours)
        \(notes)
        </svg>

        """
    }

    private var title: String { "Time to the answer over a compressed day of \(record.total.planned) requests" }

    /// The picture in words.
    private var description: String {
        let sentences = LoadGroup.allCases.compactMap { group -> String? in
            let times = record.total(of: group).sincePlanned
            guard let p50 = times.quantile(0.5), let p99 = times.quantile(0.99) else {
                return nil
            }
            let told = [p50, p99, times.max].map(LoadReport.milliseconds)
            return "Of the answers that \(LoadPaper.words(group)), half came within \(told[0]) ms, 99 of 100 within "
                + "\(told[1]) ms, the last after \(told[2]) ms."
        }
        return (sentences + ["\(record.total.failed) requests failed."]).joined(separator: " ")
    }

    private var hours: String {
        stride(from: 0, through: 24, by: 3).map { hour in
            let x = Double(LoadPaper.left) + Double(hour) / 24 * Double(LoadPaper.right - LoadPaper.left)
            return LoadPaper.text("\(hour):00", "middle", x, Double(LoadPaper.loadBottom + 20))
        }.joined(separator: "\n")
    }

    /// Facts without which nobody can judge the figures.
    private var notes: String {
        let seconds = Int((Double(record.length) / 1e6).rounded())
        let lines = [
            "One day in \(seconds) s. Requests of visits that go on after its end are not drawn.",
            report.isValid ? report.latenessLine : report.problems[0],
        ]
        return zip(0..., lines).map { index, line in
            LoadPaper.text(line, "quiet", Double(LoadPaper.left), Double(LoadPaper.loadBottom + 46 + index * 18))
        }.joined(separator: "\n")
    }
}
