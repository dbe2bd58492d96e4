"""The pages: nothing points nowhere, nothing public goes unsaid, decisions fit on a page."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import edgewise as ew

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
DECISIONS = sorted((DOCS / "decisions").glob("*.md"))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
A_PAGE = 60

ROOMS = {"generate": ew.generate, "verify": ew.verify}
PUBLIC = {
    f"edgewise.{name}": getattr(ew, name)
    for name in ew.__all__
    if name not in {*ROOMS, "algorithms"}
}
PUBLIC |= {
    f"edgewise.{room}.{name}": getattr(module, name)
    for room, module in ROOMS.items()
    for name in module.__all__
}
del PUBLIC["edgewise.__version__"]
CALLED = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)}
CLASSES = [ew.Graph, ew.VertexFrontier, ew.EdgeFrontier]
MEMBERS = {
    f"{owner.__name__}.{name}": member
    for owner in CLASSES
    for name, member in inspect.getmembers(owner)
    if not name.startswith("_")
}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """The places in a page that a link can name."""
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    bare = (re.sub(r"[^\w\s-]", "", head).strip().lower() for head in heads)
    return {re.sub(r"[-\s]+", "-", head) for head in bare}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    lost = []
    for link in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        place, _, anchor = link.partition("#")
        target = page.parent / place if place else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert not lost


def test_every_page_is_in_the_navigation() -> None:
    told = re.findall(r":\s*(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = [str(page.relative_to(DOCS)) for page in PAGES if page.is_relative_to(DOCS)]
    assert sorted(told) == sorted(pages)


@pytest.mark.parametrize("page", DECISIONS, ids=named)
def test_a_decision_fits_on_a_page(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= A_PAGE
    assert re.match(r"# \d{4} \S", lines[0])
    assert lines[0][2:6] == page.name[:4]


def test_decisions_are_numbered_in_one_row() -> None:
    numbers = [int(page.name[:4]) for page in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_map_names_what_is_there() -> None:
    text = (DOCS / "map.md").read_text(encoding="utf-8")
    steps = re.findall(r"^      (\S+)", text, re.MULTILINE)
    rooms = [room for row in re.findall(r"^\| (`.*?) \|", text, re.M) for room in row.split()]
    places = steps + [room.strip("`") for room in rooms]
    assert len(places) > 30
    missing = [
        p for p in places if not (ROOT / "edgewise" / p).exists() and not (ROOT / p).exists()
    ]
    assert not missing


def test_every_hop_on_the_map_is_in_its_file() -> None:
    text = (DOCS / "map.md").read_text(encoding="utf-8")
    hops = re.findall(r"^      (\S+\.py) +(\w+(?:, \w+)*): ", text, re.MULTILINE)
    assert len(hops) > 10
    for file, names in hops:
        source = (ROOT / "edgewise" / file).read_text(encoding="utf-8")
        for name in names.split(", "):
            assert re.search(rf"^\s*(def|class) {name}\b", source, re.MULTILINE), (file, name)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_is_in_the_reference(name: str) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    assert re.search(rf"^(::: |      heading: ){re.escape(name)}$", text, re.MULTILINE)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_says_what_it_is(name: str) -> None:
    assert inspect.getdoc(PUBLIC[name])


@pytest.mark.parametrize("name", CALLED)
def test_a_public_function_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(CALLED[name]) or "")


@pytest.mark.parametrize("name", MEMBERS)
def test_a_public_member_says_what_it_is(name: str) -> None:
    assert inspect.getdoc(MEMBERS[name])


@pytest.mark.parametrize("known", ew.formats(), ids=lambda known: known.name)
def test_a_format_is_described(known) -> None:
    text = (DOCS / "files.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `{known.name}` \|.*$", text, re.MULTILINE)
    assert row
    assert all(f"`{suffix}`" in row[0] for suffix in known.suffixes)
    assert row[0].endswith(f"| {known.keeps} |")


def test_every_error_is_described() -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    errors = [name.rpartition(".")[2] for name in PUBLIC if name.endswith("Error")]
    assert len(errors) > 10
    assert not [name for name in errors if f"`{name}`" not in text and f".{name}`" not in text]


def test_the_readme_example_is_short() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    example = FENCED.search(text)
    assert example
    assert example[0].count(">>> ") <= 12
