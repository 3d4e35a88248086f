"""The yardstick: an empty ``async`` route of FastAPI on Uvicorn, with no line for a request."""

from __future__ import annotations

import sys

import uvicorn
from fastapi import FastAPI

app = FastAPI()


@app.get("/")
async def empty() -> dict[str, str]:
    return {}


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), access_log=False)
