/// OAuth 1.0a in plain Swift: every step of a signature as a function from values to values.
///
/// `LatchkeyOAuth` does all of this in two calls and faster. Here nothing is hidden, so that a signature which a provider
/// refuses can be compared with one that was made by hand.
public enum PlainOAuth {}
