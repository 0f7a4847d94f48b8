#ifndef LATCHKEY_CRYPTO_H
#define LATCHKEY_CRYPTO_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <stddef.h>

// Only what a signature needs: many of OpenSSL's names are macros, which Swift cannot call.

// Reads an RSA key in DER (PKCS #1 or PKCS #8); NULL for anything else. Free it with latchkey_rsa_free.
static inline void *latchkey_rsa_read(const unsigned char *der, size_t length) {
    EVP_PKEY *key = d2i_AutoPrivateKey(NULL, &der, (long)length);
    if (key != NULL && EVP_PKEY_base_id(key) != EVP_PKEY_RSA) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    ERR_clear_error();
    return key;
}

static inline void latchkey_rsa_free(void *key) { EVP_PKEY_free(key); }

// Signs a SHA-256 digest (RSASSA-PKCS1-v1_5); returns the length of the signature, 0 when it did not work. Any thread may call it.
static inline size_t latchkey_rsa_sign(void *key, const unsigned char digest[32], unsigned char *signature, size_t capacity) {
    size_t length = capacity;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    int done = context != NULL && EVP_PKEY_sign_init(context) > 0
        && EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) > 0
        && EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) > 0
        && EVP_PKEY_sign(context, signature, &length, digest, 32) > 0;
    EVP_PKEY_CTX_free(context);
    if (!done) ERR_clear_error();
    return done ? length : 0;
}

#endif
