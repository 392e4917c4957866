#!/usr/bin/env python3
"""Recomputes the dice of a match from its secret, with nothing but the standard library.

    check.py SECRET CONTRIBUTION...

SECRET is what the server shows when the match is over, in hexadecimal; then what each seat contributed, in order.
Prints the commitment that must have been published before the first roll, the key, and the first dice, in the form
of tests/vector.txt:

    check.py 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "red hen" "zwölf" | diff - tests/vector.txt
"""

import hashlib
import struct
import sys


def chacha20_block(key, counter, stream):
    """The sixteen words of one block: 64-bit counter, 64-bit stream number."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
    start += struct.unpack("<4I", struct.pack("<QQ", counter, stream))
    words = list(start)

    def add_and_turn(a, b, d, by):
        words[a] = (words[a] + words[b]) & 0xFFFFFFFF
        mixed = words[d] ^ words[a]
        words[d] = (mixed << by | mixed >> 32 - by) & 0xFFFFFFFF

    quarters = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    quarters += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for _ in range(10):
        for a, b, c, d in quarters:
            add_and_turn(a, b, d, 16)
            add_and_turn(c, d, b, 12)
            add_and_turn(a, b, d, 8)
            add_and_turn(c, d, b, 7)
    return [(one + other) & 0xFFFFFFFF for one, other in zip(words, start)]


def die(key, n, faces):
    """Die n: the first accepted word n of streams 0, 1, 2 and so on. Faces are counted from 0."""
    stream = 0
    while True:
        word = chacha20_block(key, n // 16, stream)[n % 16]
        if word < 2**32 // faces * faces:
            return word % faces
        stream += 1


def main(secret, *contributions):
    secret = bytes.fromhex(secret)
    mixed = b"muster key/1" + secret
    for text in contributions:
        mixed += struct.pack("<I", len(text.encode())) + text.encode()
    key = hashlib.sha256(mixed).digest()
    print("secret", secret.hex())
    for text in contributions:
        print(f"contribution {text}")
    print("commitment", hashlib.sha256(b"muster commitment/1" + secret).hexdigest())
    print("key", key.hex())
    print("d6", *[die(key, n, 6) + 1 for n in range(20)])
    print("d6-from-1000000", *[die(key, n, 6) + 1 for n in range(1_000_000, 1_000_020)])
    # A bound that rejects almost every third word.
    print("below-3000000000", *[die(key, n, 3_000_000_000) for n in range(20)])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
