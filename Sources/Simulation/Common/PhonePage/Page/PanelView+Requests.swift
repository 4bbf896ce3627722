import WebPages

// The requests that left the phone.

extension PanelView {
    func requestList(of client: Client) -> HTML {
        let id = client.kit.id("requests")
        let title = kit.say(RequestText.requests)
        return Tag.div(.class("card"), .id(id)) {
            Tag.h3(.id("\(id)-title")) { hasSeveral ? "\(title) – \(client.host.words.name)" : title }
            if client.requests.isEmpty {
                Tag.p(.class("quiet")) { kit.say(RequestText.noRequests) }
            } else {
                Tag.div(.class("scroll"), .role("region"), .aria("labelledby", "\(id)-title"), .tabindex(0)) {
                    table(of: client.requests)
                }
            }
        }
    }

    private func table(of requests: [RecordedRequest]) -> HTML {
        Tag.table {
            Tag.thead {
                Tag.tr {
                    for text in [
                        RequestText.time, RequestText.request, RequestText.bytesSent, RequestText.answer,
                        RequestText.kind,
                    ] {
                        Tag.th(.scope("col")) { kit.say(text) }
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
                if let purpose = request.description.purpose {
                    Tag.span(.class("purpose")) { kit.say(purpose) }
                }
                Tag.span(.class("path"), .lang("en")) { "\(request.method) \(request.path)" }
            }
            Tag.td { "\(request.sent)" }
            Tag.td { request.status.map { "\($0) (\(request.received))" } ?? kit.say(RequestText.noAnswer) }
            Tag.td {
                if let isDummy = request.description.isDummy {
                    Tag.span(.class(isDummy ? "tag" : "tag real")) {
                        kit.say(isDummy ? RequestText.dummy : RequestText.genuine)
                    }
                } else {
                    "–"
                }
            }
        }
    }

    private static let shownRequests = 60
}
