/// The entry point of the process that the compiler starts.
///
/// It answers messages until the compiler closes the pipe.
@main
struct Plugin {
    static func main() {
        while let message = Wire.next(), Wire.send(MessageHandler.answer(to: message)) {}
    }
}
