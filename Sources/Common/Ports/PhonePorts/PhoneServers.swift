/// The servers behind the hosts of the authority.
public struct PhoneServers: Sendable {
    public let download: ServerURL
    public let upload: ServerURL
    public let analytics: ServerURL

    public init(download: ServerURL, upload: ServerURL, analytics: ServerURL) {
        self.download = download
        self.upload = upload
        self.analytics = analytics
    }

    public subscript(host: PhoneHost) -> ServerURL {
        switch host {
        case .download: download
        case .upload: upload
        case .analytics: analytics
        }
    }
}
