"""`edison simulate`: server that simulates the APIs of providers, without keys and without cost."""

import asyncio

import click

from edison.settings import Settings


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8081,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 selects a free one.",
)
@click.option("--seed", default=7, show_default=True, help="Same seed, same answers.")
@click.option(
    "--latency-ms",
    default=200.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Duration of an answer.",
)
@click.option(
    "--per-token-ms",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Additional duration for each token.",
)
@click.option(
    "--requests-per-second", type=click.IntRange(1), help="More requests are rejected with 429."
)
@click.option(
    "--concurrent", type=click.IntRange(1), help="More parallel requests are rejected with 429."
)
@click.option(
    "--error-share",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Share of calls that fail with 500.",
)
def simulate(
    host: str,
    port: int,
    seed: int,
    latency_ms: float,
    per_token_ms: float,
    requests_per_second: int | None,
    concurrent: int | None,
    error_share: float,
) -> None:
    """Simulate the APIs of OpenAI, Azure, Anthropic, Gemini, Vertex, Bedrock and Ollama."""
    from edison.processes.all_in_one import follow_parent
    from edison.simulator.behaviour import Behaviour, Fault, FaultKind, Latency, SimulatedLimits
    from edison.simulator.run_server import serve_until_stopped
    from edison.simulator.server import Simulator

    follow_parent(Settings().lifeline_fd)
    faults = (Fault(kind=FaultKind.DOWN, share=error_share),) if error_share else ()
    behaviour = Behaviour(
        latency=Latency(ms=latency_ms, per_token_ms=per_token_ms),
        limits=SimulatedLimits(requests_per_second=requests_per_second, concurrent=concurrent),
        faults=faults,
    )

    def say(address: str) -> None:
        click.echo(f"Edison simulator at {address}: answers are simulated")

    simulator = Simulator(seed=seed, behaviour=behaviour)
    try:
        asyncio.run(serve_until_stopped(simulator, host=host, port=port, say=say))
    except OSError as error:
        raise click.ClickException(str(error)) from None
