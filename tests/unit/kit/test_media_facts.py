"""Files are recognized by their bytes, and their size is read without a library that decodes them."""

import zlib

import pytest

from edison.kit.media_facts import MediaFacts, UnknownMedia, read_media
from tests.support.media import gif, jpeg, mp3, noisy_png, pdf, png, wav, webp


@pytest.mark.parametrize(
    ("data", "facts"),
    [
        (png(64, 48), MediaFacts(media_type="image/png", width=64, height=48)),
        (noisy_png(20), MediaFacts(media_type="image/png", width=20, height=20)),
        (jpeg(640, 480), MediaFacts(media_type="image/jpeg", width=640, height=480)),
        (gif(3, 2), MediaFacts(media_type="image/gif", width=3, height=2)),
        (webp(300, 200), MediaFacts(media_type="image/webp", width=300, height=200)),
        (pdf(3), MediaFacts(media_type="application/pdf", pages=3)),
        (pdf(4, packed=True), MediaFacts(media_type="application/pdf", pages=4)),
        (wav(1.5), MediaFacts(media_type="audio/wav", seconds=1.5)),
    ],
)
def test_type_and_size_are_read_from_the_bytes(data: bytes, facts: MediaFacts) -> None:
    assert read_media(data) == facts


def test_the_length_of_an_mp3_is_read_from_its_rate() -> None:
    found = read_media(mp3(3))

    assert found.media_type == "audio/mpeg"
    assert found.seconds == pytest.approx(3, abs=0.1)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"<!doctype html><script>alert(1)</script>",
        b"MZ\x90\x00",
        png()[:20],
        jpeg()[:12],
        png(0, 10),
        b"RIFF\0\0\0\0AVI LIST",
        pdf(2, protected=True),
        b"%PDF-1.7\nnothing in it",
        b"\xff\xfb\xf0\xc4" + b"\0" * 400,
    ],
)
def test_what_cannot_be_shown_or_counted_is_refused(data: bytes) -> None:
    with pytest.raises(UnknownMedia) as refusal:
        read_media(data)

    assert str(refusal.value).endswith(".")


def test_a_pdf_cannot_unpack_without_end() -> None:
    bomb = zlib.compress(b"\0" * 50_000_000)
    head = b"%PDF-1.7\n9 0 obj\n<< /Type /ObjStm /N 1 >>\nstream\n"

    with pytest.raises(UnknownMedia):
        read_media((head + bomb + b"\nendstream\n") * 3)
