// The operator's page. The token is sent with every request, and forgotten with the tab.

import { complain } from "./api.js";
import { button, make } from "./parts.js";
import { store, stored } from "./storage.js";
import { here } from "./where.js";

const KEY = "ludex-operator";
const at = (id) => document.getElementById(id);
const date = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
let token = stored(KEY, "", "sessionStorage");

async function ask(method, path, body) {
  const headers = { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(here(path), { method, headers, body: body && JSON.stringify(body) });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.sentence);
  return data;
}

async function load() {
  at("problem").hidden = true;
  try {
    draw(await ask("GET", "/api/operator"));
    store(KEY, token, "sessionStorage");
  } catch (error) {
    at("token").hidden = false;
    at("overview").hidden = true;
    complain(error);
  }
}

function draw(found) {
  at("token").hidden = true;
  at("overview").hidden = false;
  at("no-reports").hidden = found.reports.length > 0;
  at("reports").replaceChildren(...found.reports.map(drawReport));
  const counts = Object.entries(found.counts).map(([status, count]) => `${count} ${status}`).join(", ") || "none";
  at("counts").textContent = `Tables: ${counts}. In memory: ${found.live}. Connections: ${found.sockets}. Persons: ${found.persons}.`;
  at("tables").replaceChildren(...found.tables.flatMap((group) => group.tables.map((table) => drawTable(group.status, table))));
  at("keep").textContent = found.keep_days === null ? "Tables are not deleted automatically." : `Tables are deleted automatically after ${found.keep_days} days.`;
  at("limits").replaceChildren(...Object.entries(found.limits).map(([name, value]) => row(name.replaceAll("_", " "), value === null ? "none" : String(value))));
}

function row(what, more, ...rest) {
  const item = make("li");
  item.append(typeof what === "string" ? make("span", "what", what) : what, make("span", "grow soft small", more), ...rest);
  return item;
}

function link(table, text) {
  const made = make("a", "what", text);
  made.href = here(`/tables/${table}`);
  return made;
}

const drawTable = (status, table) => row(link(table.id, table.game), `${status}, ${date(table.created)}, ${table.players.join(", ")}`);

function drawReport(report) {
  const box = make("article", "notice");
  const lines = make("ul");
  lines.append(...report.lines.map((one) => make("li", "", `${date(one.at)}: ${one.text}`)));
  const close = button("Delete this report", async () => {
    await ask("POST", "/api/operator/reports/close", { id: report.id }).catch(complain);
    await load();
  });
  const head = make("h3", "", `${report.name}, seat ${report.seat + 1}, `);
  head.append(link(report.table, report.game));
  box.append(head, make("p", "", `${date(report.at)}: ${report.why || "no reason given"}`), lines, close);
  return box;
}

at("token").onsubmit = (event) => {
  event.preventDefault();
  token = event.target.token.value;
  load();
};
at("prune").onsubmit = async (event) => {
  event.preventDefault();
  try {
    const { deleted } = await ask("POST", "/api/operator/prune", { days: Number(event.target.days.value) });
    await load();
    at("pruned").textContent = `${deleted} deleted.`;
  } catch (error) {
    complain(error);
  }
};
if (token) load();
