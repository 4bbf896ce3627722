import CoreMetrics
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Metrics text")
struct MetricsTextTests {
    @Test("counters, gauges and histograms are written in the Prometheus text format")
    func golden() {
        let registry = MetricsRegistry()
        registry.describe("uploads_total", as: "Uploads accepted.\nSecond line with a \\.")
        Counter(label: "uploads_total", dimensions: [("service", "a")], factory: registry).increment(by: 3)
        Counter(label: "uploads_total", dimensions: [("service", "a")], factory: registry).increment()
        Counter(label: "uploads_total", dimensions: [("service", "q\"\\\nz")], factory: registry).increment()
        Gauge(label: "queue.length", dimensions: [], factory: registry).record(2.5)
        let timer = Timer(label: "work", dimensions: [("job", "x")], factory: registry)
        for milliseconds: Int64 in [1, 2, 30, 20_000] {
            timer.recordNanoseconds(milliseconds * 1_000_000)
        }
        #expect(
            registry.prometheusText() == """
                # TYPE queue_length gauge
                queue_length 2.5
                # HELP uploads_total Uploads accepted.\\nSecond line with a \\\\.
                # TYPE uploads_total counter
                uploads_total{service="a"} 4
                uploads_total{service="q\\"\\\\\\nz"} 1
                # TYPE work_seconds histogram
                work_seconds_bucket{job="x",le="0.001"} 1
                work_seconds_bucket{job="x",le="0.0025"} 2
                work_seconds_bucket{job="x",le="0.005"} 2
                work_seconds_bucket{job="x",le="0.01"} 2
                work_seconds_bucket{job="x",le="0.025"} 2
                work_seconds_bucket{job="x",le="0.05"} 3
                work_seconds_bucket{job="x",le="0.1"} 3
                work_seconds_bucket{job="x",le="0.15"} 3
                work_seconds_bucket{job="x",le="0.25"} 3
                work_seconds_bucket{job="x",le="0.5"} 3
                work_seconds_bucket{job="x",le="1"} 3
                work_seconds_bucket{job="x",le="2.5"} 3
                work_seconds_bucket{job="x",le="5"} 3
                work_seconds_bucket{job="x",le="10"} 3
                work_seconds_bucket{job="x",le="+Inf"} 4
                work_seconds_sum{job="x"} 20.033
                work_seconds_count{job="x"} 4

                """
        )
    }

    @Test("a name that another type uses keeps its type")
    func clash() {
        let registry = MetricsRegistry()
        Counter(label: "a", dimensions: [], factory: registry).increment()
        Gauge(label: "a", dimensions: [], factory: registry).record(9)
        #expect(registry.prometheusText() == "# TYPE a counter\na 1\n")
    }

    @Test("requests are counted by route template, method and class of status, never by their content")
    func requests() async throws {
        let service = SampleService(publicRoutes: [
            Route.forEveryone(Endpoint(.get, "/v1/keys/{index}")) { _ in .empty(204) },
            Route.forEveryone(Endpoint(.post, "/v1/covered", hasDummies: true)) { _ in throw Refusal.notCompliant },
        ])
        try await withRunningHost([service]) { ports, _ in
            let connection = try RawHTTP(port: ports.public)
            for request in [
                get("/v1/keys/4711"), get("/v1/keys/4712?secret=1"), post("/v1/keys/4713"), get("/unknown/4714"),
                post("/v1/covered", "Immuni-Dummy-Data: 1", body: "planted"), get("/v1/keys/1", method: "BREW"),
            ] {
                try await connection.send(request)
                _ = try? await connection.answer()
            }
            let text = try await ports.internalAnswer(to: get("/metrics")).text
            for line in [
                #"http_requests_total{service="sample",route="/v1/keys/{index}",method="GET",status="2xx"} 2"#,
                #"http_requests_total{service="sample",route="/v1/keys/{index}",method="POST",status="4xx"} 1"#,
                #"http_requests_total{service="none",route="unmatched",method="GET",status="4xx"} 1"#,
                #"http_requests_total{service="sample",route="/v1/covered",method="POST",status="4xx"} 1"#,
                #"http_request_duration_seconds_count{service="sample",route="/v1/keys/{index}"} 3"#,
                "http_requests_in_flight 1",
                "# HELP http_requests_total Requests answered.",
                "# TYPE http_request_duration_seconds histogram",
            ] {
                #expect(text.contains(line + "\n"), "\(line)")
            }
            // Without the values: the sum of times can have any digits.
            let series = text.split(separator: "\n").map { $0.prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }
            for planted in ["4711", "4712", "4713", "4714", "secret", "ummy", "planted", "BREW"] {
                #expect(!series.contains { $0.contains(planted) }, "\(planted)")
            }
        }
    }
}
