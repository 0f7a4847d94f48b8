/// OAuth 1.0a in plain Swift, with each step of a signature as a pure function.
///
/// `LatchkeyOAuth` does all of this in two calls, and faster. Here every step is visible, so that you can compare a signature that a
/// provider rejects with one that was computed by hand.
public enum PlainOAuth {}
