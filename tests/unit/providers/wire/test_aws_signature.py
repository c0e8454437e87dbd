"""Signatures are what AWS's own library makes; recorded, and compared with it wherever it is installed."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.provider import Provider
from edison.providers.wire.aws_signature import signed
from edison.providers.wire.bedrock import BedrockWire
from edison.providers.wire.wire_protocol import WireRequest
from tests.unit.providers.wire.recordings import an_endpoint
from tests.unit.providers.wire.sample_calls import a_call

AT = datetime(2026, 11, 15, 10, 0, 0, tzinfo=UTC)
KEY = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

# Made once with botocore's SigV4Auth for these very requests.
RECORDED = {
    "get": "7eb45e5a356f949d6f6135b9dd01614440d3216aeef0ecefed5ef09d2b3c1665",
    "post": "7c062b3f97c65008681d02098bdd18a184ca62362c72a7420eabb7c1cdf080a8",
    "port": "8686849dab22ca5a9fd0ba05b532615985160aa1fdb1c428a68f1addd946d759",
}
REQUESTS = {
    "get": WireRequest(
        method="GET",
        url="https://bedrock.eu-central-1.amazonaws.com/foundation-models",
        headers={},
    ),
    "post": WireRequest(
        method="POST",
        url="https://bedrock-runtime.eu-central-1.amazonaws.com/model/"
        "eu.anthropic.claude-v1%3A0%2Fx/converse",
        headers={"content-type": "application/json"},
        body='{"messages":"Grüße"}'.encode(),
    ),
    "port": WireRequest(
        method="POST",
        url="http://localhost:9000/aws/model/x/converse?b=2&a=1",
        headers={"content-type": "application/json"},
        body=b"{}",
    ),
}


def sign(request: WireRequest, token: str = "") -> WireRequest:
    return signed(
        request,
        access_key_id="AKIDEXAMPLE",
        secret_access_key=KEY,
        region="eu-central-1",
        service="bedrock",
        at=AT,
        session_token=token,
    )


def oracle(request: WireRequest, token: str = "") -> str:
    """What botocore would send as `Authorization`."""
    auth: Any = pytest.importorskip("botocore.auth")
    awsrequest: Any = pytest.importorskip("botocore.awsrequest")
    credentials: Any = pytest.importorskip("botocore.credentials")
    theirs = awsrequest.AWSRequest(
        method=request.method, url=request.url, headers=request.headers, data=request.body
    )
    theirs.context["timestamp"] = AT.strftime("%Y%m%dT%H%M%SZ")
    signer = auth.SigV4Auth(
        credentials.Credentials("AKIDEXAMPLE", KEY, token or None), "bedrock", "eu-central-1"
    )
    # What add_auth does, with our clock instead of its own.
    signer._modify_request_before_signing(theirs)
    canonical = signer.canonical_request(theirs)
    signature = signer.signature(signer.string_to_sign(theirs, canonical), theirs)
    signer._inject_signature_to_request(theirs, signature)
    return theirs.headers["Authorization"]


@pytest.mark.parametrize("name", REQUESTS)
def test_a_signature_is_the_recorded_one(name: str) -> None:
    request = sign(REQUESTS[name])

    assert request.headers["authorization"].rpartition("Signature=")[2] == RECORDED[name]
    assert request.headers["x-amz-date"] == "20261115T100000Z"


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("token", ["", "a-session"])
def test_a_signature_is_what_botocore_makes(name: str, token: str) -> None:
    assert sign(REQUESTS[name], token).headers["authorization"] == oracle(REQUESTS[name], token)


@given(
    model=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=30),
    body=st.binary(max_size=50),
)
def test_any_model_and_body_is_signed_as_botocore_does(model: str, body: bytes) -> None:
    from urllib.parse import quote

    # A path of only dots is another path, for both.
    name = "m" + quote(model, safe="")
    request = WireRequest(
        method="POST",
        url=f"https://bedrock-runtime.eu-central-1.amazonaws.com/model/{name}/converse",
        headers={"content-type": "application/json"},
        body=body,
    )

    assert sign(request).headers["authorization"] == oracle(request)


def test_another_body_has_another_signature() -> None:
    changed = replace(REQUESTS["post"], body=b"{}")

    assert sign(changed).headers["authorization"] != sign(REQUESTS["post"]).headers["authorization"]


def test_the_secret_is_not_sent() -> None:
    request = sign(REQUESTS["post"])

    assert KEY not in str((request.url, request.headers, request.body))


class FixedClock:
    def now(self) -> datetime:
        return AT


def test_a_call_to_bedrock_is_signed_for_its_region_at_its_time() -> None:
    endpoint = an_endpoint(Provider.BEDROCK)
    call = a_call("Hi", model="eu.anthropic.claude-v1:0")

    request = BedrockWire(clock=FixedClock()).request(endpoint, call, stream=False, bearer=None)

    unsigned = replace(request, headers={"content-type": "application/json"})
    assert request == sign(unsigned)
    assert "/20261115/eu-central-1/bedrock/aws4_request" in request.headers["authorization"]
