// The designer's page: edit a genome, see what is wrong with it, read its rulebook, play it.

import { call, complain, makeTable } from "./api.js";
import { make } from "./parts.js";
import { prefs } from "./prefs.js";

const at = (id) => document.getElementById(id);
const genomes = JSON.parse(at("genomes").textContent);
let timer = 0;
let checked = null;

function start() {
  at("genome").value = JSON.stringify(genomes[at("start").value], null, 2);
  check();
}

async function check() {
  const text = at("genome").value;
  at("save").href = `data:application/json;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    const found = await call("POST", "/api/genomes", { genome: text });
    if (text !== at("genome").value) return;
    checked = found;
    at("problems").replaceChildren(
      ...found.problems.map((problem) => {
        const item = make("li", "bad");
        const place = problem.path ? `${problem.path}: ` : "";
        const where = problem.line ? ` (line ${problem.line}, column ${problem.column})` : "";
        item.append(make("b", "", place), `${problem.sentence}${where}`);
        return item;
      }),
    );
    if (found.html) at("book").innerHTML = found.html;
    at("play").disabled = !found.name;
    at("problem").hidden = true;
  } catch (error) {
    at("play").disabled = true;
    complain(error);
  }
}

at("genome").addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, 350);
});
at("genome").addEventListener("keydown", (event) => {
  if (event.key !== "Tab" || event.shiftKey) return;
  event.preventDefault();
  at("genome").setRangeText("  ", at("genome").selectionStart, at("genome").selectionEnd, "end");
});
at("start").addEventListener("change", start);
at("play").addEventListener("click", () => {
  const seats = checked.seats ?? 4;
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: checked.bot ?? "careful" }));
  makeTable({ game: checked.name, seats: [{ kind: "person", name: prefs.name || "Guest" }, ...bots] }).catch(complain);
});
start();
