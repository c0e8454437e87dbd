"""Small valid images, PDFs and audio, written by hand, so that no library decides what is valid."""

import io
import random
import struct
import wave
import zlib

from edison.domain.models.attached_file import AttachedFile, LoadedFile, loaded
from edison.kit.digests import sha256_of_bytes
from edison.kit.media_facts import read_media


def png(width: int = 64, height: int = 48, colour: tuple[int, int, int] = (200, 30, 30)) -> bytes:
    row = b"\x00" + bytes(colour) * width
    return _png(width, height, zlib.compress(row * height))


def noisy_png(side: int, seed: int = 0) -> bytes:
    """Return an image that does not compress: about three bytes a pixel."""
    noise = random.Random(seed)
    rows = b"".join(b"\x00" + noise.randbytes(3 * side) for _ in range(side))
    return _png(side, side, zlib.compress(rows, 0))


def _png(width: int, height: int, data: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)


def gif(width: int = 3, height: int = 2) -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff;"


def jpeg(width: int = 640, height: int = 480) -> bytes:
    """Return the headers of a JPEG: an application segment, a comment and the frame."""
    frame = struct.pack(">BHHB", 8, height, width, 3) + b"\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    segments = ((0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), (0xFE, b"a comment"), (0xC0, frame))
    said = b"".join(
        bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data for marker, data in segments
    )
    return b"\xff\xd8" + said + b"\xff\xd9"


def webp(width: int = 300, height: int = 200) -> bytes:
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + sizes
    return b"RIFF" + struct.pack("<I", len(body)) + body


def pdf(pages: int = 2, *, packed: bool = False, protected: bool = False) -> bytes:
    """Return a PDF. `packed`: its pages are described in a compressed stream, as by newer programs."""
    kids = " ".join(f"{number + 3} 0 R" for number in range(pages))
    described = ["<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>" for _ in range(pages)]
    objects = ["1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj"]
    objects.append(f"2 0 obj\n<< /Type /Pages /Kids [{kids}] /Count {pages} >>\nendobj")
    body = "%PDF-1.7\n" + "\n".join(objects) + "\n"
    if packed:
        stream = zlib.compress(" ".join(described).encode())
        head = f"9 0 obj\n<< /Type /ObjStm /N {pages} /First 10 /Filter /FlateDecode /Length {len(stream)} >>\nstream\n"
        said = body.encode() + head.encode() + stream + b"\nendstream\nendobj\n"
    else:
        numbered = (f"{place + 3} 0 obj\n{each}\nendobj\n" for place, each in enumerate(described))
        said = (body + "".join(numbered)).encode()
    lock = b" /Encrypt 8 0 R" if protected else b""
    return said + b"trailer\n<< /Root 1 0 R" + lock + b" >>\n%%EOF\n"


def wav(seconds: float = 2.0, rate: int = 8_000) -> bytes:
    sound = io.BytesIO()
    with wave.open(sound, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(rate)
        file.writeframes(b"\x80" * int(rate * seconds))
    return sound.getvalue()


def mp3(seconds: float = 2.0) -> bytes:
    """Return frames of silence at 64 kilobits per second and 44.1 kHz, after an empty ID3 tag."""
    frame = b"\xff\xfb\x50\xc4" + b"\0" * 204
    return b"ID3\x04\0\0\0\0\0\0" + frame * int(seconds * 64_000 / 8 / len(frame))


def loaded_file(data: bytes, name: str, at: int = 0) -> LoadedFile:
    """Return a file as a call has it while it is sent."""
    facts = read_media(data)
    known = AttachedFile(
        file=sha256_of_bytes(data),
        media_type=facts.media_type,
        name=name,
        size=len(data),
        width=facts.width,
        height=facts.height,
        pages=facts.pages,
        seconds=facts.seconds,
        at=at,
    )
    return loaded(known, data)
