"""Reading back what was printed."""

import io
import re

from pypdf import PdfReader


def squeezed(text: str) -> str:
    """Without spaces and breaks: where lines break is the page's business. (A minus reads as a soft hyphen.)"""
    return re.sub(r"\s+", "", text.replace("\u00ad", "-"))


def pages_of(pdf: bytes) -> list[str]:
    return [squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]
