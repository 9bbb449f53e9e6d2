// To the table of the rematch: players who agreed are taken there, with what they were writing in the chat.

import { store, stored } from "./storage.js";
import { here } from "./where.js";

const KEY = "ludex-writing";
const field = () => document.getElementById("talk-text");

/** Go to the new table as soon as there is one, if this page saw it coming. Spectators stay. */
export function followRematch(before, now) {
  if (now.you === null || !before || before.table !== now.table || before.follower || !now.follower) return;
  keepWriting(now.follower);
  location.assign(here(`/tables/${now.table}/next`));
}

function keepWriting(table) {
  const { value, selectionStart } = field();
  if (!value) return;
  const writing = document.activeElement === field();
  store(KEY, { table, value, at: selectionStart, writing }, "sessionStorage");
}

/** Put back what was being written at the last table. `show` opens the chat. */
export function takeWriting(table, show) {
  const kept = stored(KEY, null, "sessionStorage");
  store(KEY, null, "sessionStorage");
  if (kept?.table !== table) return;
  field().value = kept.value;
  if (!kept.writing) return;
  show();
  writeOn(kept.at);
}

/** Put the caret back. The panel of a phone takes some frames until it can have the focus. */
function writeOn(caret, tries = 60) {
  field().focus();
  if (document.activeElement === field()) field().setSelectionRange(caret, caret);
  else if (tries) requestAnimationFrame(() => writeOn(caret, tries - 1));
}
