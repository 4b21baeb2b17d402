@main
enum ChatterProgram {
  static func main() async {
  }
}
