"""The official Python client shops, over stdio and HTTP, in both protocol generations.

Usage: python_client.py PATH-OF-SHOP
"""

import json
import subprocess
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request

from books import orders
from mcp.types import ElicitResult
from served import Form, check, run, serving, status

SHOP = sys.argv[1]


def shop(*how, **client_is):
    return serving(SHOP, ("shop", "purchase"), *how, **client_is)


async def to_the_checkout(agent):
    here = await agent.call("whats_here")
    check("whats_here opens on the catalogue", here["youAreOn"] == "catalog", here)
    check("a fresh conversation says that nothing was done", "No actions have been performed" in here["facts"], here)
    frame = await agent.call("journey_purchase")
    ready = [row["step"] for row in frame["readySteps"]]
    check("the purchase opens", frame["frame"] == "open" and ready == ["catalog.add_to_cart"], frame)
    found = await agent.act("find_dresses", input={"words": "navy", "size": "M"})
    check("the search returns dresses", len(found["data"]) >= 3, found)
    dress = found["data"][0]
    wrong = await agent.step("add_to_cart", input={"dress": dress["dress"], "size": "huge"})
    check("a wrong size is refused", wrong["reason"] == "PAYLOAD_INVALID", wrong)
    added = await agent.step("add_to_cart", input={"dress": dress["dress"], "size": "M", "quantity": 2})
    check("the dress is in the cart", added["effectStatus"] == "performed" and added["effectVerified"] is True, added)
    cart = await agent.step("open_cart")
    check("the cart is open", cart["youAreOn"] == "cart", cart)
    shown = await agent.act("show_cart")
    check("the cart is data", shown["data"]["total_cents"] == 2 * dress["price_cents"], shown)
    out = await agent.step("check_out")
    check("the checkout is next", out["youAreOn"] == "checkout", out)
    return dress


async def asked(agent, person, dress):
    ask = await agent.step("place_order")
    check("placing the order asks first", ask["judgment"] == "needs-confirm" and ask["performed"] is False, ask)
    price = f"{2 * dress['price_cents'] / 100:.2f} EUR"
    check("the card shows the total", ask["receipts"]["shows"]["total"] == price, ask)
    check("the reply names the page without the key", ask["approveAt"] == person.page, ask)
    again = await agent.step("place_order", confirm=True)
    check("the agent's own yes is none", again.get("reason") == "APPROVAL_REQUIRED", again)
    check("asking again is the same question", again["askId"] == ask["askId"], again)
    waits = await agent.call("did_it_work", transitionId=ask["askId"])
    check("did_it_work says that a human is awaited", waits["judgment"] == "awaiting-human", waits)
    html = person.look()
    check("the page shows the whole card", price in html and dress["name"] in html, html)
    check("without the key the page is closed", status(person.page) == 403)
    check("a made-up key opens nothing", status(f"{person.page}?key=0123456789abcdef") == 403)
    form = urlencode(Form(html).fields | {"answer": "approve"}).encode()
    check("a card's token alone answers nothing", status(f"{person.page}/answer", form) == 403)
    return ask["askId"]


async def approved(transport, mode, db, log):
    async with shop(transport, mode, db, log) as (agent, person):
        stock = orders(db)["stock"]
        dress = await to_the_checkout(agent)
        ask = await asked(agent, person, dress)
        check("nothing is ordered before the yes", orders(db)["orders"] == [])
        check("a foreign form is refused", refuses_foreign(person))
        check("the yes is taken", "Approved" in person.answer("approve"), person.html)
        may = await agent.call("did_it_work", transitionId=ask)
        check("did_it_work says that the yes is there", may["judgment"] == "approved-not-yet-done", may)
        placed = await agent.step("place_order", confirm=True)
        check("the order is placed", placed["ok"] and placed["effectStatus"] == "performed", placed)
        flow = placed if "frame" in placed else await agent.call("journey_purchase")
        check("the journey is done", flow["frame"] == "completed" and flow["judgment"] == "done", flow)
        worked = await agent.call("did_it_work", transitionId=placed.get("transitionId") or ask)
        check("did_it_work says so", worked["settled"] and worked["outcome"] == "committed", worked)
        receipt = worked["data"]
        check("the receipt is data", receipt["total_cents"] == 2 * dress["price_cents"], worked)
        spent = await agent.call("did_it_work", transitionId=ask)
        check("the question answers with its fire", spent.get("data") == receipt, spent)
        here = await agent.call("whats_here")
        check("the facts say what happened", "DID happen" in here["facts"], here)
        check("the receipt is where one is", here["youAreOn"] == "receipt", here)
        books = orders(db)
        lines = [(dress["dress"], "M", 2, dress["price_cents"])]
        wanted = {"order": receipt["order"], "customer": "you", "total_cents": receipt["total_cents"], "lines": lines}
        check("the order is in the books", books["orders"] == [wanted], books)
        check("and its dresses are out of stock", books["stock"] == stock - 2, books)


def refuses_foreign(person):
    """A form that another site's page sends with the person's own cookie."""
    fields = urlencode(Form(person.look()).fields | {"answer": "approve"}).encode()
    for name, value in [("Origin", "http://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")]:
        try:
            person.browser.open(Request(f"{person.page}/answer", fields, {name: value}), timeout=10)
            return False
        except HTTPError as error:
            if error.code != 403:
                return False
    return True


async def declined(transport, mode, db, log):
    async with shop(transport, mode, db, log) as (agent, person):
        dress = await to_the_checkout(agent)
        ask = await asked(agent, person, dress)
        check("the no is taken", "Declined" in person.answer("decline", "Not <this> month."), person.html)
        told = await agent.call("did_it_work", transitionId=ask)
        check("did_it_work says declined", told["judgment"] == "declined" and told["performed"] is False, told)
        again = await agent.step("place_order", confirm=True)
        check("a declined order cannot be placed", again.get("reason") == "APPROVAL_DECLINED", again)
        check("no order is in the books", orders(db)["orders"] == [], orders(db))


async def asked_in_the_client(transport, mode, db, log):
    """The person answers in the client, where that can be: not with an older client over HTTP."""
    can_ask = (transport, mode) != ("http", "legacy")
    seen = []

    async def person(_, params):
        seen.append(params.message)
        return answers.pop(0)

    yes = ElicitResult(action="accept", content={"approve": True})
    answers = [ElicitResult(action="cancel"), yes]
    async with shop(transport, mode, db, log, "--trust-client", elicitation_callback=person) as (agent, _):
        dress = await to_the_checkout(agent)
        told = await agent.step("place_order")
        wanted = "not-answered" if can_ask else "could-not-ask"
        check("no answer is none", told["asked"] == wanted and told["judgment"] == "needs-confirm", told)
        check("nothing is ordered", orders(db)["orders"] == [])
        if not can_ask:
            check("nobody was asked", seen == [], seen)
            return
        placed = await agent.step("place_order")
        check("a yes in the client places the order", placed["effectStatus"] == "performed", placed)
        price = f"{2 * dress['price_cents'] / 100:.2f} EUR"
        check("the person saw the whole card", all(price in text and dress["name"] in text for text in seen), seen)
        check("the order is in the books", len(orders(db)["orders"]) == 1, orders(db))
    answers = [ElicitResult(action="decline")]
    async with shop(transport, mode, db, log, "--trust-client", elicitation_callback=person) as (agent, _):
        await to_the_checkout(agent)
        told = await agent.step("place_order")
        said_no = told["asked"] == "declined" and told["reason"] == "APPROVAL_DECLINED"
        check("a no in the client is a no", said_no, told)
    async with shop(transport, mode, db, log, "--trust-client") as (agent, _):
        await to_the_checkout(agent)
        told = await agent.step("place_order")
        check("a client that cannot ask says so", told["asked"] == "could-not-ask", told)
    check("nothing else was ordered", len(orders(db)["orders"]) == 1, orders(db))


async def at_the_door(transport, mode, db, log):
    """What a client gets that calls wrongly."""
    async with shop(transport, mode, db, log) as (agent, _):
        answer = await agent.client.list_tools()
        if mode == "auto":
            kept = (answer.cache_scope, answer.ttl_ms > 60_000)
            check("a client of 2026 may keep the list", kept == ("public", True), answer)
        listed = answer.tools
        listed = [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in listed]
        args = [SHOP, "tools"] + (["--http"] if agent.over_http else [])
        printed_tools = json.loads(subprocess.run(args, capture_output=True, check=True).stdout)
        check("`shop tools` prints what is served", listed == printed_tools, listed)
        unknown = await agent.call("no_such_tool")
        check("an unknown tool is an error", agent.is_error and unknown["reason"] == "UNKNOWN_TOOL", unknown)
        check("that names the tools", "shop_whats_here" in unknown["tools"], unknown)
        if not agent.over_http:
            return
        lost = await agent.call("do_action", action="show_cart")
        told = lost["reason"] == "CONVERSATION_REQUIRED" and not agent.is_error
        check("a call without a conversation is told", told, lost)
        made_up = await agent.call("whats_here", conversation="a" * 26)
        check("a made-up conversation is none", made_up["reason"] == "CONVERSATION_ENDED", made_up)
        first = await agent.call("whats_here")
        check("the first has no others", first["yourOtherConversations"] == 0, first)
        agent.conversation = None
        second = await agent.call("whats_here")
        check("the second has one other", second["yourOtherConversations"] == 1, second)
        check("each has its own handle", first["conversation"] != second["conversation"])
        await agent.act("add_to_cart", input={"dress": 1, "size": "M"})
        agent.conversation = first["conversation"]
        cart = await agent.call("whats_here")
        check("conversations do not mix", "DID happen" not in cart["facts"], cart)


run(approved, declined, asked_in_the_client, at_the_door)
