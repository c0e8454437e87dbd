"""Prepare a credential for a call: decrypt its secrets, or read the environment variables that it names.

Only workers have the key to decrypt secrets.
"""

import json
from collections.abc import Mapping

from edison.domain.ids import ProjectId
from edison.domain.models.credential import Credential, KeyVariable
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint, Provider
from edison.store.unit_of_work import ReadTx
from edison.vault.key_ring import CannotOpen, KeyRing


class CredentialUnsealer:
    def __init__(
        self,
        *,
        ring: KeyRing,
        environment: Mapping[str, str],
        key_variables: tuple[KeyVariable, ...],
        private_endpoints: bool,
        simulator_url: str | None,
    ) -> None:
        self._ring = ring
        self._environment = environment
        self._key_variables = {variable.name: variable for variable in key_variables}
        self._private_endpoints = private_endpoints
        self._simulator_url = simulator_url

    async def unseal(
        self, tx: ReadTx, project: ProjectId, credential: Credential
    ) -> Endpoint | Failed:
        """Return the endpoint of a credential with its secrets, or a failure that explains why it cannot be used."""
        if credential.provider is Provider.SIMULATED:
            return self._simulated(credential)
        sealed = await tx.credentials.sealed(project, credential.id)
        secrets: dict[str, str] = {}
        if sealed is not None:
            try:
                secrets = json.loads(self._ring.open(sealed, credential.id))
            except CannotOpen as error:
                return Failed(code=FailureCode.INVALID_KEY, message=str(error))
        endpoint = Endpoint(
            credential=credential.id,
            provider=credential.provider,
            config=credential.config,
            secrets=secrets,
            # The setting of the installation applies, even if it changed after the credential was created.
            allow_private=credential.allow_private and self._private_endpoints,
        )
        for name, variable in credential.variables.items():
            problem = self._problem(endpoint, variable)
            if problem:
                return Failed(code=FailureCode.INVALID_KEY, message=problem)
            secrets[name] = self._environment[variable].strip()
        return endpoint

    def _problem(self, endpoint: Endpoint, variable: str) -> str | None:
        listed = self._key_variables.get(variable)
        if listed is None or not listed.allows(endpoint.provider, endpoint.base_url):
            return f"The worker is not allowed to use the variable {variable} for this address"
        if not self._environment.get(variable, "").strip():
            return f"The variable {variable} is not set for the worker"
        return None

    def _simulated(self, credential: Credential) -> Endpoint | Failed:
        if self._simulator_url is None:
            return Failed(
                code=FailureCode.UNREACHABLE,
                message="The simulator is not enabled in this installation",
            )
        return simulated_endpoint(credential, self._simulator_url)


def simulated_endpoint(credential: Credential, simulator_url: str) -> Endpoint:
    """Return the endpoint of the simulator, which needs no secret."""
    return Endpoint(
        credential=credential.id,
        provider=Provider.SIMULATED,
        config={"base_url": f"{simulator_url.rstrip('/')}/v1"},
        secrets={},
        allow_private=True,
    )
