"""Every benchmark, one after the other."""

import asyncio

from bench import kernel, length, server

if __name__ == "__main__":
    kernel.main()
    asyncio.run(length.main())
    asyncio.run(server.main(5))
