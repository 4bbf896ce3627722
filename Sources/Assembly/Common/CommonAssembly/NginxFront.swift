package import ServiceKit

/// The configuration of an nginx in front of the public listener that keeps no transport metadata: no log, no file and
/// no request to the server has a client's address or user agent.
///
/// Corona-Warn's architecture asks for such a part ("Transport Metadata Removal"). Immuni asks that addresses are not
/// kept. docs/operations.md describes it.
package struct NginxFront: Sendable {
    private let name: String
    private let listen: ListenAddress
    private let certificate: TLSFiles?
    private let upstreams: [ListenAddress]
    private let headers: [String]
    private let cache: NginxCache?

    /// Throws for a value that nginx would read as more than one word.
    ///
    /// - Parameters:
    ///   - name: the host name that phones use.
    ///   - listen: where nginx binds.
    ///   - certificate: of `name`; nil if nginx itself stands behind a part that ends TLS.
    ///   - upstreams: the public listeners of all processes.
    ///   - headers: the fields that the contracts of the systems read, beside those of HTTP.
    ///   - cacheFolder: where nginx keeps `files`; nil for no cache.
    ///   - files: the public files of the systems that may be kept.
    package init(
        name: String,
        listen: ListenAddress,
        certificate: TLSFiles?,
        upstreams: [ListenAddress],
        headers: [String],
        cacheFolder: String? = nil,
        files: CacheableFiles = CacheableFiles()
    ) throws(NginxFrontError) {
        let values = [name, listen.host, certificate?.certificate, certificate?.key, cacheFolder].compactMap(\.self)
        for value in values + upstreams.map(\.host) {
            guard !value.isEmpty, value.allSatisfy(Self.isPlain) else {
                throw .unsafeValue(value)
            }
        }
        self.name = name
        self.listen = listen
        self.certificate = certificate
        self.upstreams = upstreams
        self.headers = headers
        cache = cacheFolder.map { NginxCache(folder: $0, name: name, files: files) }
    }

    /// nginx gives a meaning to quotes, spaces, `;`, `{`, `}`, `$`, `#` and `\`.
    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-/:@+,=~".contains(character))
    }

    /// The fields of HTTP that the public routes read.
    package static let standardHeaders = [
        "Accept", "Authorization", "Content-Type", "If-Modified-Since", "If-None-Match", "If-Range", "Range",
    ]

    /// A file for the `http` context of nginx, such as `/etc/nginx/conf.d/avviso.conf`.
    package var text: String {
        """
        # Written by: avviso config nginx. It keeps no address and no user agent of a phone.
        \(cache?.zone ?? "")upstream avviso_public {
        \(servers)
            keepalive 64;
            # Sooner than the server closes an idle connection, so that no request meets its end.
            keepalive_timeout 5s;
        }

        server {
            listen \(listen)\(certificate == nil ? "" : " ssl") default_server;
            server_name \(name);
        \(tls)
            # Lines of both logs name the client. The server's own log and metrics have none.
            access_log off;
            error_log /dev/null;

            # Bodies pass through. Nothing of a request is written to a file.
            proxy_request_buffering off;
            client_max_body_size 0;
            proxy_max_temp_file_size 0;
            # The server limits sizes and times itself, and its refusals have the contract's form.
            client_header_buffer_size 16k;
            large_client_header_buffers 2 16k;

            # Answers of one route have one size. Compression would end that.
            gzip off;
            server_tokens off;

        \(cache?.locations ?? "")    location / {
                proxy_pass http://avviso_public;
                proxy_http_version 1.1;
        \(retries)
                # Only listed fields go on, so a field that an earlier proxy added does not.
                proxy_pass_request_headers off;
                proxy_set_header Host $host;
                proxy_set_header Connection "";
        \(passedHeaders)
            }
        }

        """
    }

    /// A process that refused a connection is tried again after two seconds. After the usual ten, two of three that are
    /// started again one after the other would be left out at the same time.
    private var servers: String {
        let rest = upstreams.count > 1 ? " fail_timeout=2s" : ""
        return upstreams.map { "    server \($0)\(rest);" }.joined(separator: "\n")
    }

    /// With several processes, a request goes to another one if its process refuses the connection, as one does that
    /// stops. nginx sends no POST twice, because it cannot know whether the first process carried it out.
    private var retries: String {
        guard upstreams.count > 1 else {
            return "        proxy_next_upstream off;"
        }
        return """
                    proxy_next_upstream error timeout;
                    proxy_connect_timeout 5s;
            """
    }

    private var tls: String {
        guard let certificate else {
            return ""
        }
        return """

                ssl_certificate \(certificate.certificate);
                ssl_certificate_key \(certificate.key);
                ssl_protocols TLSv1.2 TLSv1.3;
                # A resumed session would tell that two connections come from one phone.
                ssl_session_cache off;
                ssl_session_tickets off;

            """
    }

    private var passedHeaders: String {
        (Self.standardHeaders + headers).sorted().map { name in
            let variable = "http_" + name.lowercased().map { $0 == "-" ? "_" : $0 }
            return "        proxy_set_header \(name) $\(variable);"
        }.joined(separator: "\n")
    }
}

/// Why there is no front.
package enum NginxFrontError: Error, Hashable {
    case unsafeValue(String)
}

extension NginxFrontError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsafeValue(let value):
            "\"\(value)\" cannot stand in a configuration of nginx: "
                + "use letters, digits and . _ - / : @ + , = ~ only"
        }
    }
}
