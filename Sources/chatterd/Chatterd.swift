@main
struct Chatterd {
  static func main() {}
}
