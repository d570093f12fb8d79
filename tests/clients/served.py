"""A served example, its agent and its person: what the clients in Python share."""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from mcp import Client, StdioServerParameters, stdio_client

PASSED, FAILED = [], []
PAGE = re.compile(r"(http://\S+/asks)\?key=\S+")
TOOLS = re.compile(r"http://\S+/mcp")


def check(what, holds, seen=None):
    (PASSED if holds else FAILED).append(what)
    if not holds:
        print(f"FAILED: {what}\n  saw: {seen!r}", file=sys.stderr)


class Form(HTMLParser):
    """The fields of the first form of a page."""

    def __init__(self, html):
        super().__init__()
        self.fields = {}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "input" and attrs.get("type") == "hidden":
            self.fields.setdefault(attrs["name"], attrs["value"])


class Person:
    """Somebody with the address from the terminal and a browser."""

    def __init__(self, address_with_key):
        self.page = PAGE.match(address_with_key)[1]
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()))
        self.html = self.get(address_with_key)

    def get(self, address):
        return self.browser.open(address, timeout=10).read().decode()

    def look(self):
        self.html = self.get(self.page)
        return self.html

    def answer(self, answer, note="", **instead):
        fields = Form(self.look()).fields | {"answer": answer, "note": note} | instead
        return self.browser.open(f"{self.page}/answer", urlencode(fields).encode(), timeout=10).read().decode()


def status(address, data=None, headers=None):
    """What somebody without the key gets."""
    try:
        request = Request(address, data=data, headers=headers or {})
        return build_opener().open(request, timeout=10).status
    except HTTPError as error:
        return error.code


class Agent:
    """A client of the tools, with its conversation."""

    def __init__(self, client, over_http, tools):
        self.client, self.over_http, self.conversation = client, over_http, None
        self.graph, self.journey = tools

    async def call(self, tool, **args):
        if self.conversation:
            args["conversation"] = self.conversation
        result = await self.client.call_tool(f"{self.graph}_{tool}", args)
        check("a result is one text", [c.type for c in result.content] == ["text"], result)
        self.is_error = result.is_error
        reply = json.loads(result.content[0].text)
        if self.over_http and reply.get("conversationIs") == "new":
            self.conversation = reply["conversation"]
        return reply

    async def step(self, step, **args):
        return await self.settled(await self.call(f"journey_{self.journey}", step=step, **args))

    async def act(self, action, **args):
        return await self.settled(await self.call("do_action", action=action, **args))

    async def settled(self, reply):
        """The reply, or what did_it_work says once its fire has come to rest."""
        fire = reply.get("transitionId")
        for _ in range(200):
            if reply.get("effectStatus") != "pending" and reply.get("settled", True):
                break
            await asyncio.sleep(0.05)
            reply = await self.call("did_it_work", transitionId=fire)
        return reply


async def printed(log, pattern):
    """What the server printed on its terminal."""
    for _ in range(200):
        found = pattern.search(Path(log).read_text())
        if found:
            return found[0]
        await asyncio.sleep(0.05)
    raise RuntimeError(f"the server did not print {pattern.pattern}: {Path(log).read_text()}")


@asynccontextmanager
async def serving(program, tools, transport, mode, db, log, *more, **client_is):
    """Starts a program, and connects an agent and a person to it; `tools` is the graph's id and a journey's."""
    with open(log, "w") as errlog:
        if transport == "stdio":
            server = StdioServerParameters(
                command=program, args=["serve", "--stdio", "--db", db, "--approve-at", "127.0.0.1:0", *more]
            )
            async with Client(stdio_client(server, errlog=errlog), mode=mode, **client_is) as client:
                yield Agent(client, False, tools), Person(await printed(log, PAGE))
            return
        own_page = ["--approve-at", "127.0.0.1:0"] if mode == "auto" else []
        server = subprocess.Popen([program, "serve", "--http", "127.0.0.1:0", "--db", db, *own_page, *more], stderr=errlog)
        try:
            person, address = Person(await printed(log, PAGE)), await printed(log, TOOLS)
            async with Client(address, mode=mode, **client_is) as client:
                yield Agent(client, True, tools), person
        finally:
            server.terminate()
            check("the server stops when told", server.wait(timeout=10) == 0)


async def _run(stories):
    for transport in ("stdio", "http"):
        for mode in ("legacy", "auto"):
            for story in stories:
                before = len(FAILED)
                with tempfile.TemporaryDirectory() as folder:
                    log = f"{folder}/terminal"
                    name = f"{story.__name__} over {transport} ({mode})"
                    try:
                        await asyncio.wait_for(story(transport, mode, f"{folder}/books.db", log), timeout=60)
                    except Exception as error:  # a story that breaks off is a failure with its own name
                        check(name, False, error)
                        print(Path(log).read_text(), file=sys.stderr)
                    print(f"{'ok' if len(FAILED) == before else 'FAILED'}: {name}")


def run(*stories):
    """Every story over every transport, in both protocol generations."""
    asyncio.run(_run(stories))
    print(f"python: {len(PASSED)} passed, {len(FAILED)} failed")
    sys.exit(bool(FAILED))
