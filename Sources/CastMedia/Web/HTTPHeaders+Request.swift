import NIOHTTP1

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension HTTPHeaders {
    /// Adds the fields that the user specified for a request, which replace fields of the same names.
    ///
    /// - Parameters:
    ///   - headers: The fields that the user specified.
    ///   - url: The URL of the request.
    ///   - media: The URL of the media.
    mutating func replace(with headers: RequestHeaders, for url: String, media: String) {
        let fields = headers.fields(for: url, media: media, now: Double(time(nil)))
        for field in fields { remove(name: field.name) }
        for field in fields { add(name: field.name, value: field.value) }
    }
}
