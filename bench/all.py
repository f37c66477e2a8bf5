"""Every benchmark, one after the other."""

import asyncio

from bench import games, kernel, length, memory, server

if __name__ == "__main__":
    kernel.main()
    games.main(["200"])
    asyncio.run(length.main())
    asyncio.run(memory.main())
    asyncio.run(server.main(3, server.ALL))
