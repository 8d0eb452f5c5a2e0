"""What every model of a request or a result has in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """An object of the interface: snake_case in Python, camelCase on the wire. Fields that a later service adds are kept."""

    model_config = ConfigDict(populate_by_name=True, extra="allow", defer_build=True, protected_namespaces=())

    def wire(self) -> dict[str, Any]:
        """The object as it is sent: camelCase names, without the fields that were left out."""
        return self.model_dump(by_alias=True, exclude_none=True, mode="json")
