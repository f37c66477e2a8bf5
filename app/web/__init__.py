"""HTTP and websockets: pages, fragments, the JSON API."""
