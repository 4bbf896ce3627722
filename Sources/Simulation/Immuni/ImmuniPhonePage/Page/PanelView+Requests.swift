import WebPages

// The requests that left the phone.

extension PanelView {
    var requestList: HTML {
        Tag.div(.class("card"), .id("requests")) {
            Tag.h3(.id("requests-title")) { say(RequestText.requests) }
            if requests.isEmpty {
                Tag.p(.class("quiet")) { say(RequestText.noRequests) }
            } else {
                Tag.div(.class("scroll"), .role("region"), .aria("labelledby", "requests-title"), .tabindex(0)) {
                    table
                }
            }
        }
    }

    private var table: HTML {
        Tag.table {
            Tag.thead {
                Tag.tr {
                    for text in [
                        RequestText.time, RequestText.request, RequestText.bytesSent, RequestText.answer,
                        RequestText.kind,
                    ] {
                        Tag.th(.scope("col")) { say(text) }
                    }
                }
            }
            Tag.tbody {
                for request in requests.prefix(Self.shownRequests) {
                    row(request)
                }
            }
        }
    }

    private func row(_ request: RecordedRequest) -> HTML {
        Tag.tr {
            Tag.td { ShownTime.time(request.time) }
            Tag.td {
                if let purpose = request.purpose {
                    Tag.span(.class("purpose")) { say(PanelPhrase.purpose(purpose)) }
                }
                Tag.span(.class("path"), .lang("en")) { "\(request.method) \(request.path)" }
            }
            Tag.td { "\(request.sent)" }
            Tag.td { request.status.map { "\($0) (\(request.received))" } ?? say(RequestText.noAnswer) }
            Tag.td {
                if let isDummy = request.isDummy {
                    Tag.span(.class(isDummy ? "tag" : "tag real")) {
                        say(isDummy ? RequestText.dummy : RequestText.genuine)
                    }
                } else {
                    "–"
                }
            }
        }
    }

    private static let shownRequests = 60
}
