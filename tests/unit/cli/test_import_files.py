"""`edison import` sends the files of a configuration, and no other file of the machine."""

from pathlib import Path

from edison.cli.imports.import_files import collect_files


def a_config(folder: Path, *references: str) -> Path:
    folder.mkdir(parents=True)
    config = folder / "promptfooconfig.yaml"
    config.write_text("".join(f"- file://{each}\n" for each in references))
    return config


def test_a_file_outside_of_the_folder_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    config = a_config(
        tmp_path / "evals", "../secret.txt", str(tmp_path / "secret.txt"), "link.txt", "own.txt"
    )
    (config.parent / "own.txt").write_text("own")
    (config.parent / "link.txt").symlink_to(tmp_path / "secret.txt")

    assert set(collect_files(config)) == {"promptfooconfig.yaml", "own.txt"}


def test_a_file_of_the_same_repository_is_sent(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "shared.txt").write_text("shared")
    config = a_config(tmp_path / "evals", "../shared.txt")

    assert set(collect_files(config)) == {"promptfooconfig.yaml", "../shared.txt"}
