// The part of Apple's Security that this project uses, as declarations for the compiler. Scripts/check-apple compiles it.

public import Foundation

// On Apple's systems these types are bridged to Foundation's classes; here they are those classes.
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let errSecMissingEntitlement: OSStatus = -34018

nonisolated(unsafe) public let kSecClass: CFString = ""
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = ""
nonisolated(unsafe) public let kSecAttrService: CFString = ""
nonisolated(unsafe) public let kSecAttrAccount: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = ""
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessible: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = ""
nonisolated(unsafe) public let kSecValueData: CFString = ""
nonisolated(unsafe) public let kSecReturnData: CFString = ""
nonisolated(unsafe) public let kSecMatchLimit: CFString = ""
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = ""

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
