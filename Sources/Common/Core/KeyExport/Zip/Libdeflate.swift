#if canImport(CDeflate)
    import CDeflate

    /// The functions of libdeflate for zip files (decision 0014). Apple systems do not have it.
    enum Libdeflate {
        static func compress(_ input: [UInt8]) -> [UInt8] {
            guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
                preconditionFailure("libdeflate could not start: out of memory")
            }
            defer {
                unsafe libdeflate_free_compressor(compressor)
            }
            let capacity = unsafe libdeflate_deflate_compress_bound(compressor, input.count)
            return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                // SAFETY: both buffers outlive the call, which reads `input.count` bytes and writes `capacity` at most.
                count = unsafe input.withUnsafeBytes { source in
                    unsafe libdeflate_deflate_compress(
                        compressor,
                        source.baseAddress,
                        source.count,
                        buffer.baseAddress,
                        capacity
                    )
                }
                precondition(count > 0, "the bound promised enough room")
            }
        }

        /// Expands the raw deflate stream of `entry`: all of `data`, to exactly the size that the archive states.
        static func expand(_ data: ArraySlice<UInt8>, of entry: ZipEntry) throws(ExportError) -> [UInt8] {
            guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
                preconditionFailure("libdeflate could not start: out of memory")
            }
            defer {
                unsafe libdeflate_free_decompressor(decompressor)
            }
            var result = LIBDEFLATE_BAD_DATA
            var consumed = 0
            let content = unsafe [UInt8](unsafeUninitializedCapacity: entry.size) { buffer, count in
                // SAFETY: both buffers outlive the call, which reads `source.count` bytes and writes `entry.size` at
                // most.
                result = unsafe data.withUnsafeBytes { source in
                    unsafe libdeflate_deflate_decompress_ex(
                        decompressor,
                        source.baseAddress,
                        source.count,
                        buffer.baseAddress,
                        entry.size,
                        &consumed,
                        &count
                    )
                }
            }
            guard result != LIBDEFLATE_BAD_DATA else {
                throw .archive(.corruptData(name: entry.name))
            }
            guard result == LIBDEFLATE_SUCCESS, consumed == data.count, content.count == entry.size else {
                throw .archive(.wrongSize(name: entry.name))
            }
            return content
        }

        /// Extends the CRC-32 `value` by `bytes`.
        static func crc32(_ value: UInt32, _ bytes: [UInt8]) -> UInt32 {
            // SAFETY: libdeflate reads `count` bytes of an array that outlives the call.
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe libdeflate_crc32(value, buffer.baseAddress, buffer.count)
            }
        }

        /// Lower levels lose a byte a key. Higher levels gain a hundredth of a byte and take twice the time (decision
        /// 0014).
        private static let level: Int32 = 6
    }
#endif
