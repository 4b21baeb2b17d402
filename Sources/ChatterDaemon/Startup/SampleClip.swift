import Chatter
import Glibc

/// A short recording for trying the server: a tone of 0.4 s, AAC LC mono at 12 kHz in MPEG-4, the
/// format of phones.
enum SampleClip {
  /// The name of the file in the data directory.
  static let fileName = "hello.m4a"

  /// The file in base64 (RFC 4648 section 4), without line feeds.
  static let base64 = """
    AAAAHGZ0eXBNNEEgAAACAE00QSBpc29taXNvMgAAAAhmcmVlAAAEzm1kYXQBElKt1OJKlfp59cRT55/XhMkyJJOUki4P\
    z35389+d+peu/UvXfqXrv1L6j3V2r3V2qmSpks9RWeoqmSpkrqgrqgsWisWis9TDPUwz1MNNUzhWI5e0jt7YrU6YlSO8\
    qEDncfR+Nfb28+J7NnOvY2xdF6t0XatdyrG3Kw3KdrVhrVZrVZjn1UpVKVSlUpVKVSlUpVLVS1USUSUSUSUSUSUSUSUS\
    USUSUSUSUSUSUSUSUSUSUSUSUSUSUSUSUSUSUSUSUSU4KcFEuYoooooooooooooooooooooooooooooooooooooooooo\
    ooooooooooooooooooooooooooooooooooooouAA+prZqVN2YqMZZjFrMVOH7V/9P/LXXGuL1fn+/r/6/+34i+OL0/r+\
    n/b/v+pOtTjX9vz/4/+fJfGuIJtSCmkvpxGiiiiiijaIxWRaG6sh/dFw92FzBsJ0C8RvYJ9hDx4ePDfrzRwTwRyJ5DaG\
    zBgZMeDJpjyyz7NmxvbNkdkY/hdsjbRstc2RjEKbzKPPXGPT3nPt0Nhh3pNkuQvAvB47/jP4zNgTUiqmhLgkpDBCqFU8\
    884nVOqeeeeeeedU888884AUoTqnnUc885Knnnn/45WHJug2XjvcFKilqYkSvAxIGvXgYGvEiVjPAOLyrIRGHZCmghCn\
    q//DJz5/j69/2/8vnicXd3LkmkuSTwKV+u5NARAAiIH3mkeZsS427K4u5qkKOfOff3D/x8Gzu7u50+ZmZjxrDGOI8awW\
    ebZ0jt2WCy4VAAAHFuxcVpl0rI+PjMHfchk+Gw776A/8Zg77+4f+Mwd9/cP/GYO++gP/GYO+/uD/GY3v7+4f+PgJ9/cP\
    /HwE++gj/GZtPp7gfHiYZ/c5/j4Cc/uBmCl5oWc7NNVXDQUFewoFWWgtEBAOAOAymXZGIQzeXW91N6V//T8f//1XWSeP\
    Ottry9ZLoQzs6uz6/KzsXgRkbmRkjmR1sRk0lNdNeO7WouZuwKOaWAABSn5eVxMYAASLI0RgUBc356+7Xu1101010101\
    01tWzsVPVOJ5+adU86kjZa7WvrV4GsRTPLJRUSguQZjAmEyyZrFGc9C8ODQTisngeZMD8mLyYe2Si9dKofpGWLgBBDKs\
    iHsiWMn/TjvjGef29f9e6kuSJJJIkSD95mX/n132h/4Xj/D7Dr77hsDv/9vVX2Bg/pDlazGn+WET4BrcsYY3Widjgb45\
    Ygin9H6UMOWAKsZutlBFTT6QifER0jA+Ci2AR0jAfBRPgEdJgPgot1I6TA+Ci2AR0mK8FFsxHSYPwUWwCOkwfgotmB9J\
    g+IotmB9Jg+IotmB9jB8RRbMD7GD4hG2YH0mD4i1swPsYPiLVmB8DB8Ra2YHwKPiI2zA+BR8RGvgAT4ykVRWEVCklOO9\
    X6eybkXItJEkQBsTRoVao6NiKmhUJI7/K/MipoY0GZUumy55nQDRp3kfVf2vCkNikZ1ayVBsZL8UrkXGYsB+HZs3u/Bo\
    yOzNtPwQ5HZm878EPw7M20/BD8OzN6H4Iczszeh+CHM7M3oyQQ5s8zeh9MOZ2ZvRkTDmzzN6MiYc2c7ejImHNnO3oyJh\
    zZzm0ZEw5s77ejI6WbOc2jIks2c5ocnAAAAC7m1vb3YAAABsbXZoZAAAAAAAAAAAAAAAAAAAA+gAAAGQAAEAAAEAAAAA\
    AAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAIAAAI9dHJhawAAAFx0a2hkAAAAAwAAAAAAAAAAAAAAAQAAAAAAAAGQAAAAAAAAAAAAAAABAQAAAAABAAAAAAAAAAAA\
    AAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAJGVkdHMAAAAcZWxzdAAAAAAAAAABAAABkAAABAAAAQAA\
    AAABtW1kaWEAAAAgbWRoZAAAAAAAAAAAAAAAAAAALuAAABbAVcQAAAAAAC1oZGxyAAAAAAAAAABzb3VuAAAAAAAAAAAA\
    AAAAU291bmRIYW5kbGVyAAAAAWBtaW5mAAAAEHNtaGQAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1\
    cmwgAAAAAQAAASRzdGJsAAAAanN0c2QAAAAAAAAAAQAAAFptcDRhAAAAAAAAAAEAAAAAAAAAAAACABAAAAAALuAAAAAA\
    ADZlc2RzAAAAAAOAgIAlAAEABICAgBdAFQAAAAAATq4AAE6uBYCAgAUUiFblAAaAgIABAgAAACBzdHRzAAAAAAAAAAIA\
    AAAFAAAEAAAAAAEAAALAAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAAGAAAAAQAAACxzdHN6AAAAAAAAAAAAAAAGAAABBQAA\
    AOsAAADDAAAAngAAAMcAAACuAAAAFHN0Y28AAAAAAAAAAQAAACwAAAAac2dwZAEAAAByb2xsAAAAAgAAAAH//wAAABxz\
    YmdwAAAAAHJvbGwAAAABAAAABgAAAAEAAAA9dWR0YQAAADVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABtZGlyYXBwbAAA\
    AAAAAAAAAAAAAAhpbHN0
    """
}

extension SampleClip {
  /// Writes the recording for the startup curl command, unless it exists, and returns its path.
  ///
  /// The file is in the data directory or, if that is not writable, in `/tmp`.
  static func install(beside configuration: Configuration) throws -> String {
    let bytes = try Base64.decode(Array(base64.utf8)[...])
    for directory in [configuration.dataDirectory, "/tmp"].compactMap({ $0 }) {
      let path = directory + "/" + fileName
      if FilePresence.exists(path) || write(bytes, to: path) { return path }
    }
    return fileName
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      == bytes.count
  }
}
