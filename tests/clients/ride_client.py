"""The official Python client books a ride, over stdio and HTTP, in both protocol generations.

Usage: ride_client.py PATH-OF-RIDE
"""

import sqlite3
import sys

from served import check, run, serving, status

RIDE = sys.argv[1]
EVENING, NIGHT = "2099-05-04T18:30:00+02:00", "2099-05-04T23:30:00+02:00"


def ride(*how):
    return serving(RIDE, ("desk", "book_ride"), *how)


def rides(path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return db.execute("SELECT rider, destination, pickup_at, fare_cents, note FROM rides ORDER BY id").fetchall()
    finally:
        db.close()


async def gathered(agent, pickup=EVENING):
    """Fills the draft, and says what it holds."""
    here = await agent.call("whats_here")
    check("the desk offers no request by itself", "request_ride" not in str(here["actions"]), here)
    frame = await agent.call("journey_book_ride")
    ready = [row["step"].split(".")[1] for row in frame["readySteps"]]
    check("the journey opens with what needs nothing", ready == ["resolve_destination", "pickup_at", "note"], frame)
    early = await agent.step("quote_fare")
    missing = (early.get("reason"), early.get("missing"))
    check("a step out of order is told", missing == ("DRAFT_INCOMPLETE", ["destination", "pickup_at"]), early)
    lost = await agent.step("resolve_destination", input={"name": "Atlantis"})
    check("an unknown town is the app's to say", "no place" in lost.get("error", ""), lost)
    found = await agent.step("resolve_destination", input={"name": "groningen"})
    said = found.get("says") == "Stored. Still needed: pickup_at, fare."
    check("the town is stored", found["stored"] == "destination" and said, found)
    wrong = await agent.step("pickup_at", input={"pickup_at": "tomorrow at noon"})
    check("a time that is none is refused", wrong.get("reason") == "PAYLOAD_INVALID", wrong)
    asked = await agent.call("journey_book_ride", step="pickup_at", input={"pickup_at": pickup})
    check("an ask settles within its call", asked["effectStatus"] == "performed" and asked["stored"] == "pickup_at", asked)
    quoted = await agent.step("quote_fare")
    check("the draft is whole", quoted.get("says") == "Stored. The journey is ready.", quoted)
    return await values(agent)


async def values(agent):
    return (await agent.call("journey_book_ride"))["draft"]["values"]


async def asked(agent, person, draft):
    ask = await agent.step("submit")
    check("submitting asks first", ask["judgment"] == "needs-confirm" and ask["performed"] is False, ask)
    check("the card is the whole draft", ask["receipts"]["willUse"]["draft"] == draft, ask)
    again = await agent.step("submit", confirm=True)
    check("the agent's own yes is none", again.get("reason") == "APPROVAL_REQUIRED", again)
    html = person.look()
    check("the page shows the draft", "Groningen" in html and draft["pickup_at"] in html, html)
    check("without the key the page is closed", status(person.page) == 403)
    return ask["askId"]


async def booked(agent, person, db, draft):
    check("the yes is taken", "Approved" in person.answer("approve"), person.html)
    done = await agent.step("submit", confirm=True)
    check("the ride is requested", done["ok"] and done["effectStatus"] == "performed", done)
    wanted = ("you", "Groningen", draft["pickup_at"], draft["fare"]["cents"], draft.get("note"))
    check("it is in the books, once", rides(db) == [wanted], rides(db))
    over = await agent.call("journey_book_ride")
    check("the journey is done", (over["frame"], over["youAreOn"]) == ("completed", "booked"), over)
    await agent.act("book_again")
    fresh = await agent.call("journey_book_ride")
    check("and its draft is gone", fresh["draft"]["have"] == [], fresh)


async def approved(transport, mode, db, log):
    async with ride(transport, mode, db, log) as (agent, person):
        draft = await gathered(agent)
        check("the fare is of the distance", 140 < draft["fare"]["km"] < 165 and not draft["fare"]["night"], draft)
        await asked(agent, person, draft)
        check("nothing is requested before the yes", rides(db) == [], rides(db))
        await booked(agent, person, db, draft)


async def changed(transport, mode, db, log):
    async with ride(transport, mode, db, log) as (agent, person):
        draft = await gathered(agent)
        ask = await asked(agent, person, draft)
        check("the no is taken", "Declined" in person.answer("decline", "Later."), person.html)
        told = await agent.call("did_it_work", transitionId=ask)
        check("did_it_work says declined", "The user declined this action" in told["howToAct"], told)
        check("the draft is untouched", await values(agent) == draft)
        again = await agent.step("submit", confirm=True)
        check("a declined draft cannot be sent", again.get("reason") == "APPROVAL_DECLINED", again)
        later = await agent.step("pickup_at", input={"pickup_at": NIGHT})
        check("another time drops the fare", later["dropped"] == ["fare"], later)
        short = await agent.step("submit")
        check("so the draft is not whole", short.get("missing") == ["fare"], short)
        await agent.step("quote_fare")
        noted = await agent.step("note", input={"note": "Two suitcases."})
        check("a wish is stored too", noted["stored"] == "note", noted)
        edited = await values(agent)
        night = edited["fare"]["night"] and edited["fare"]["cents"] > draft["fare"]["cents"]
        check("the fare is computed anew", night and edited["pickup_at"] == NIGHT, edited)
        other = await asked(agent, person, edited)
        check("it is another question", other != ask, other)
        check("nothing is requested yet", rides(db) == [], rides(db))
        await booked(agent, person, db, edited)


async def apart(transport, mode, db, log):
    """Two conversations never share a draft."""
    async with ride(transport, mode, db, log) as (agent, _):
        await gathered(agent)
        if not agent.over_http:
            return
        agent.conversation = None
        await agent.call("whats_here")
        other = await agent.call("journey_book_ride")
        check("another conversation starts with an empty draft", other["draft"]["have"] == [], other)


run(approved, changed, apart)
