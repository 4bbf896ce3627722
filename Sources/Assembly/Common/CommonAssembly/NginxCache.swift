package import WireFormat

/// The public files that a front may keep for all phones.
package struct CacheableFiles: Sendable {
    /// Files that never change under their path.
    package let lasting: [Endpoint]
    package let changing: [Endpoint]

    package init(lasting: [Endpoint] = [], changing: [Endpoint] = []) {
        self.lasting = lasting
        self.changing = changing
    }

    package static func + (one: CacheableFiles, other: CacheableFiles) -> CacheableFiles {
        CacheableFiles(lasting: one.lasting + other.lasting, changing: one.changing + other.changing)
    }
}

/// The part of an nginx configuration that keeps public files, so that a burst of phones costs the server one request
/// for each file.
///
/// nginx keeps answers to a path without a query, and nothing of a request: no field of it reaches the server, and none
/// decides about the answer.
struct NginxCache {
    /// Where nginx keeps the files.
    let folder: String
    /// The host name that phones use. Others get no files of their own, so strangers cannot fill the folder with them.
    let name: String
    let files: CacheableFiles

    /// Stands outside the server.
    var zone: String {
        """
        # Files that phones download: the same bytes for everybody. Nothing of a request is kept.
        proxy_cache_path \(folder) levels=1:2 keys_zone=avviso_files:4m max_size=\(Self.maxSize) inactive=1d
            use_temp_path=off;


        """
    }

    /// Stands inside the server.
    var locations: String {
        location(for: files.lasting, life: Self.lastingLife, comment: "These files never change.")
            + location(for: files.changing, life: Self.changingLife, comment: "These files list the others.")
    }

    private func location(for endpoints: [Endpoint], life: String, comment: String) -> String {
        guard !endpoints.isEmpty else {
            return ""
        }
        return """
                # \(comment)
                location ~ ^(\(endpoints.map { Self.pattern($0.path) }.joined(separator: "|")))$ {
                    proxy_pass http://avviso_public;
                    proxy_http_version 1.1;
                    proxy_next_upstream off;
                    proxy_pass_request_headers off;
                    proxy_set_header Host \(name);
                    proxy_set_header Connection "";
                    proxy_cache avviso_files;
                    proxy_cache_key $request_uri;
                    proxy_cache_valid 200 \(life);
                    # The server's field is for the caches of phones.
                    proxy_ignore_headers Cache-Control;
                    proxy_cache_lock on;
                    proxy_cache_revalidate on;
                    # No phone sends a query, so strangers cannot fill the folder with them.
                    proxy_cache_bypass $is_args;
                    proxy_no_cache $is_args;
                }

            """
    }

    /// A regular expression for a template. A segment in braces has no dot, so a statement is not taken for a package.
    private static func pattern(_ path: String) -> String {
        path.split(separator: "/").map { segment in
            "/" + (segment.hasPrefix("{") ? "[^/.]+" : segment.replacing(".", with: "\\."))
        }.joined()
    }

    /// A withdrawn package leaves after this time.
    private static let lastingLife = "1h"
    /// Phones keep what they get for another five minutes, so nginx adds little to the age of a list.
    private static let changingLife = "30s"
    private static let maxSize = "4g"
}
