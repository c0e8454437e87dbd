"""Who may do what with imports from other tools."""

from typing import Any

from tests.proofs.declaring import Member, declared, in_project

CONFIG = "prompts: ['Greet {{name}}']\ntests: [{vars: {name: Ada}, assert: [{type: contains, value: Ada}]}]\n"
FILES: dict[str, Any] = {
    "kind": "promptfoo",
    "files": [{"path": "promptfooconfig.yaml", "text": CONFIG}],
}

IMPORTS = (
    declared("preview_import", Member("EDITOR"), 200, in_project("/imports/preview", FILES)),
    declared("apply_import", Member("EDITOR"), 201, in_project("/imports/apply", FILES)),
)
