"""The list of what this software is made of names every locked package with its hashes."""

from app.sbom import ROOT, bill_of_materials


def test_every_locked_package_is_named() -> None:
    bill = bill_of_materials()
    lines = (ROOT / "requirements" / "server.txt").read_text().splitlines()
    locked = sum("==" in line and not line.startswith(" ") for line in lines)
    assert len(bill["components"]) == locked > 20
    assert all(component["hashes"] for component in bill["components"])
    assert "fastapi" in {component["name"] for component in bill["components"]}
