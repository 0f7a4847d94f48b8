// The part of Apple's SwiftUI that this project uses, as declarations for the compiler. Scripts/check-apple compiles it.

public import Foundation
public import Observation
public import UIKit

// MARK: Views

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { neverBody() }
}

private func neverBody() -> Never { while true {} }

@MainActor public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { neverBody() }
}

public struct EmptyView: PrimitiveView {
    public init() {}
}

public struct TupleView<each Content: View>: PrimitiveView {}

public struct EitherView<First: View, Second: View>: PrimitiveView {}

extension Optional: View where Wrapped: View {
    public var body: Never { neverBody() }
}

@MainActor @resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<First: View, Second: View, each Content: View>(
        _ first: First, _ second: Second, _ content: repeat each Content
    ) -> TupleView<First, Second, repeat each Content> { TupleView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> { EitherView() }
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> { EitherView() }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Sendable {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
}

public struct Text: PrimitiveView, Sendable {
    nonisolated public init(_ key: LocalizedStringKey, comment: StaticString? = nil) {}
    @_disfavoredOverload nonisolated public init<Content: StringProtocol>(_ content: Content) {}
    nonisolated public init(verbatim content: String) {}
}

public struct Label<Title: View, Icon: View>: PrimitiveView {}

public struct VStack<Content: View>: PrimitiveView {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: PrimitiveView {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: PrimitiveView where Data.Element: Identifiable {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct ProgressView: PrimitiveView {
    public init() {}
}

public struct ButtonRole: Equatable, Sendable {
    public static let cancel = ButtonRole()
    public static let destructive = ButtonRole()
}

public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {}
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {}
}

public struct TextField<Label: View>: PrimitiveView {}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

// MARK: Modifiers

public struct Font: Sendable {
    public static let footnote = Font()
    public static let headline = Font()
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle {
    public static let red = Color()
    public static let secondary = Color()
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var secondary: Color { Color() }
}

public enum Visibility: Sendable {
    case automatic, visible, hidden
}

extension View {
    nonisolated public func font(_ font: Font?) -> some View { self }
    nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { self }
    nonisolated public func padding() -> some View { self }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
    nonisolated public func disabled(_ disabled: Bool) -> some View { self }
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { self }
    nonisolated public func accessibilityValue(_ value: Text) -> some View { self }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { self }
    nonisolated public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { self }

    nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View { self }

    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }

    nonisolated public func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { self }

    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }

    nonisolated public func alert<Item, Actions: View, Message: View>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: Item?, @ViewBuilder actions: (Item) -> Actions,
        @ViewBuilder message: (Item) -> Message
    ) -> some View { self }

    nonisolated public func confirmationDialog<Actions: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> Actions
    ) -> some View { self }
}

// MARK: State

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public var wrappedValue: Value {
        get { neverBody() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }

    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}

    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> { neverBody() }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var wrappedValue: Value {
        get { neverBody() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { neverBody() }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Bindable<Value> { self }

    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> { neverBody() }
}

@MainActor public struct OpenURLAction {
    public func callAsFunction(_ url: URL) {}
}

public struct EnvironmentValues {
    public var openURL: OpenURLAction { neverBody() }
}

@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {}
    public var wrappedValue: Value { neverBody() }
}

// MARK: Apps

@MainActor @preconcurrency public protocol Scene {}

@MainActor @resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: @escaping () -> Content) {}
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

// MARK: UIKit

public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {}

@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
}

extension UIViewControllerRepresentable {
    public var body: Never { neverBody() }
}

@MainActor open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) {}
}
