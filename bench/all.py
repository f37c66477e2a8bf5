"""Every benchmark, one after the other."""

import asyncio

from bench import kernel, length, memory, server

if __name__ == "__main__":
    kernel.main()
    asyncio.run(length.main())
    asyncio.run(memory.main())
    asyncio.run(server.main(5))
