"""`edison verify`: check the certificate of a promotion, without a server."""

import sys
from pathlib import Path

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings


@click.command()
@click.argument("certificate", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="PUBLIC",
    help="A public key that you trust, as `edison keys certificates` prints it; may be given several times.",
)
@report_errors_plainly
def verify(certificate: Path, keys: tuple[str, ...]) -> None:
    """Check that the CERTIFICATE of a promotion is unchanged and signed by a trusted key.

    Without --key, the keys of this machine are trusted: run it where a worker runs. Exits with 0 if the certificate is
    valid, with 1 if it was altered, and with 2 if the key is unknown.
    """
    from edison.processes.verify_certificate import (
        CertificateState,
        own_publics,
        verify_certificate,
    )

    found = verify_certificate(certificate.read_bytes(), keys or own_publics(Settings()))
    if found.state is CertificateState.VALID:
        content = found.content
        approved, version = content["approved"], content["version"]
        click.echo(f"OK    {found.sentence}")
        click.echo(
            f"      {content['prompt']['name']}: {content['label']} moved to version {version['number']} "
            f"({content['kind'].lower()}), approved by {approved['name']} at {approved['at']}"
        )
        click.echo(f"      {content['sentence']}")
    else:
        click.echo(f"FAIL  {found.sentence}")
    sys.exit(int(found.state))
