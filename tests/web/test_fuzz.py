"""The short form of the fuzzer; `python -m tests.fuzz` is the long one."""

from __future__ import annotations

import asyncio

from tests.conftest import Serve
from tests.fuzz import fuzz, stalls_in, token_of_host


async def test_strange_requests_meet_no_error_of_ours(serve: Serve) -> None:
    server = await asyncio.to_thread(serve)
    found = await fuzz(server, 400, host=await token_of_host(server))
    assert found.faults == []
    assert found.statuses[1] > 100, "messages"
    assert sum(found.statuses.values()) > 300
    output = await asyncio.to_thread(server.stop)
    assert "Traceback" not in output, output
    for stall in stalls_in(output):  # told, not judged: how long a step takes is the machine's business here
        print(stall)
