"""Which lines of Markdown could be wrapped, and whether the README names the package to install."""

from tests.load.show_ci import breakable_lines, install_name_matches

MARKDOWN = """\
# A heading
Some words.

| a row | of a table |
  | another | one |
```sh
just show house && just show run
~~~
```
~~~text
also code
~~~
- [a-link](https://example.com/that/cannot/be/wrapped)
> 1. https://example.com/in-a-quote
- an item with words
"""


def test_rows_of_tables_code_and_single_words_cannot_be_wrapped() -> None:
    assert list(breakable_lines(MARKDOWN)) == [
        (1, "# A heading"),
        (2, "Some words."),
        (15, "- an item with words"),
    ]


def test_every_pip_install_line_must_name_the_package() -> None:
    package = '[project]\nname = "edison-workbench"\n'

    assert install_name_matches("Try it:\npip install edison-workbench\n", package)
    assert not install_name_matches("pip install edison\n", package)
    assert not install_name_matches("pip install edison-workbench\npip install edison\n", package)
    assert not install_name_matches("Nothing to install.", package)
