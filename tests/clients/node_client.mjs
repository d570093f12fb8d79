// The official TypeScript client shops, over stdio and HTTP.
//
// Usage: node node_client.mjs PATH-OF-SHOP

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const SHOP = process.argv[2];
const BOOKS = join(dirname(fileURLToPath(import.meta.url)), "books.py");
let passed = 0;
let failed = 0;

function check(what, holds, seen) {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.error(`FAILED: ${what}\n  saw: ${JSON.stringify(seen)}`);
  }
}

const orders = (db) => JSON.parse(execFileSync("python3", [BOOKS, db], { encoding: "utf8" }));

/** A request as a browser's navigation, or curl, sends it; `fetch` says that it is a script. */
function browse(address, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more) => (text += more));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on("error", reject).end(body);
  });
}

/** Somebody with the address from the terminal and a browser. */
class Person {
  static async at(addressWithKey) {
    const person = new Person();
    person.page = addressWithKey.split("?")[0];
    const opened = await browse(addressWithKey);
    person.cookie = opened.headers["set-cookie"][0].split(";")[0];
    return person;
  }

  async look() {
    return (await browse(this.page, { headers: { cookie: this.cookie } })).text;
  }

  /** The form of the first card, filled in. */
  async form(answer, note = "") {
    const fields = new URLSearchParams({ answer, note });
    for (const [, name, value] of (await this.look()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
      if (!fields.has(name)) fields.set(name, value);
    const headers = { cookie: this.cookie, "content-type": "application/x-www-form-urlencoded" };
    return { method: "POST", body: fields.toString(), headers };
  }

  async answer(answer, note) {
    const form = await this.form(answer, note);
    form.headers.origin = new URL(this.page).origin;
    return (await browse(`${this.page}/answer`, form)).headers.location;
  }
}

/** A client of the tools, with its conversation. */
class Agent {
  constructor(client) {
    this.client = client;
  }

  async call(tool, args = {}) {
    const named = this.conversation ? { ...args, conversation: this.conversation } : args;
    const result = await this.client.callTool({ name: `shop_${tool}`, arguments: named });
    check("a result is one text", result.content.length === 1 && result.content[0].type === "text", result);
    this.isError = result.isError ?? false;
    const reply = JSON.parse(result.content[0].text);
    if (reply.conversationIs === "new") this.conversation = reply.conversation;
    return reply;
  }

  async step(step, args = {}) {
    return this.settled(await this.call("journey_purchase", { step, ...args }));
  }

  async act(action, args = {}) {
    return this.settled(await this.call("do_action", { action, ...args }));
  }

  /** The reply, or what did_it_work says once its fire has come to rest. */
  async settled(reply) {
    const fire = reply.transitionId;
    for (let n = 0; n < 200 && (reply.effectStatus === "pending" || reply.settled === false); n += 1) {
      await sleep(50);
      reply = await this.call("did_it_work", { transitionId: fire });
    }
    return reply;
  }
}

/** What the shop prints on its terminal. */
function terminal(stream) {
  let text = "";
  stream.on("data", (more) => (text += more));
  return async (pattern) => {
    for (let n = 0; n < 200; n += 1) {
      const found = text.match(pattern);
      if (found) return found[0];
      await sleep(50);
    }
    throw new Error(`the shop did not print ${pattern}: ${text}`);
  };
}

const printedTools = () => execFileSync(SHOP, ["tools", "--http"], { encoding: "utf8" }).trimEnd();

/** The list of tools as it goes over the wire. */
async function listed(address) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  return (await browse(address, { method: "POST", headers, body })).text;
}

const PAGE = /http:\/\/\S+\/asks\?key=\S+/;

async function shop(transport, db, story) {
  const client = new Client({ name: "shopper", version: "1.0.0" });
  if (transport === "stdio") {
    const args = ["serve", "--stdio", "--db", db, "--approve-at", "127.0.0.1:0"];
    const server = new StdioClientTransport({ command: SHOP, args, stderr: "pipe" });
    const printed = terminal(server.stderr);
    await client.connect(server);
    try {
      await story(new Agent(client), await Person.at(await printed(PAGE)));
    } finally {
      await client.close();
    }
    return;
  }
  const server = spawn(SHOP, ["serve", "--http", "127.0.0.1:0", "--db", db], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const printed = terminal(server.stderr);
  try {
    const person = await Person.at(await printed(PAGE));
    const address = await printed(/http:\/\/\S+\/mcp/);
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    check("`shop tools` prints the very bytes that are served", (await listed(address)).includes(printedTools()));
    await story(new Agent(client), person);
    await client.close();
  } finally {
    server.kill("SIGTERM");
    check("the shop stops when told", (await ended) === 0);
  }
}

async function toTheQuestion(agent, person) {
  const tools = (await agent.client.listTools()).tools.map((tool) => tool.name);
  check("the tools are listed", tools.includes("shop_whats_here") && tools.includes("shop_journey_purchase"), tools);
  const here = await agent.call("whats_here");
  check("whats_here opens on the catalogue", here.youAreOn === "catalog", here);
  const frame = await agent.call("journey_purchase");
  check("the purchase opens", frame.ok && frame.frame === "open", frame);
  const found = await agent.act("find_dresses", { input: { words: "linen white", size: "L" } });
  check("the search returns dresses", found.data?.length >= 1, found);
  const dress = found.data[0];
  const added = await agent.step("add_to_cart", { input: { dress: dress.dress, size: "L" } });
  check("the dress is in the cart", added.effectStatus === "performed", added);
  check("the cart is open", (await agent.step("open_cart")).youAreOn === "cart");
  const cart = await agent.act("show_cart");
  check("the cart is data", cart.data?.total_cents === dress.price_cents, cart);
  check("the checkout is next", (await agent.step("check_out")).youAreOn === "checkout");
  const ask = await agent.step("place_order");
  check("placing the order asks first", ask.judgment === "needs-confirm" && ask.performed === false, ask);
  check("the reply names the page without the key", ask.approveAt === person.page, ask);
  const again = await agent.step("place_order", { confirm: true });
  check("the agent's own yes is none", again.reason === "APPROVAL_REQUIRED" && again.askId === ask.askId, again);
  check("without the key the page is closed", (await browse(person.page)).status === 403);
  check("the page shows the card", (await person.look()).includes(dress.name));
  return { dress, ask: ask.askId };
}

const stories = {
  async approved(agent, person, db) {
    const { dress, ask } = await toTheQuestion(agent, person);
    const byScript = await fetch(`${person.page}/answer`, await person.form("approve"));
    check("a script's yes is refused, even with the cookie", byScript.status === 403, byScript.status);
    check("the yes is taken", (await person.answer("approve")) === "/asks?said=approved");
    const placed = await agent.step("place_order", { confirm: true });
    check("the order is placed", placed.ok && placed.effectStatus === "performed", placed);
    const worked = await agent.call("did_it_work", { transitionId: placed.transitionId ?? ask });
    check("did_it_work says so", worked.settled && worked.outcome === "committed", worked);
    check("the receipt is data", worked.data?.total_cents === dress.price_cents, worked);
    const booked = { order: worked.data?.order, customer: "you", total_cents: dress.price_cents };
    const lines = [[dress.dress, "L", 1, dress.price_cents]];
    check("the order is in the books", isDeepStrictEqual(orders(db).orders, [{ ...booked, lines }]), orders(db));
  },

  async declined(agent, person, db) {
    const { ask } = await toTheQuestion(agent, person);
    check("the no is taken", (await person.answer("decline", "Too dear.")) === "/asks?said=declined");
    const told = await agent.call("did_it_work", { transitionId: ask });
    check("did_it_work says declined", told.judgment === "declined" && told.performed === false, told);
    const again = await agent.step("place_order", { confirm: true });
    check("a declined order cannot be placed", again.reason === "APPROVAL_DECLINED", again);
    check("no order is in the books", orders(db).orders.length === 0, orders(db));
  },
};

for (const transport of ["stdio", "http"]) {
  for (const [name, story] of Object.entries(stories)) {
    const folder = mkdtempSync(join(tmpdir(), "shop-"));
    const db = join(folder, "shop.db");
    const before = failed;
    try {
      await shop(transport, db, (agent, person) => story(agent, person, db));
    } catch (error) {
      check(`${name} over ${transport}`, false, String(error.stack));
    } finally {
      rmSync(folder, { recursive: true });
    }
    console.log(`${failed === before ? "ok" : "FAILED"}: ${name} over ${transport}`);
  }
}
console.log(`node: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
