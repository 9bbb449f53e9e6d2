// Puts text into the clipboard. Browsers allow that on secure pages only; elsewhere the old way is tried.

/** Copy a text and say on the button how that went. */
export async function copy(text, button) {
  const label = button.dataset.label ?? (button.dataset.label = button.textContent);
  const done = (await modern(text)) || old(text, button);
  button.textContent = done ? "Copied" : "Copy it by hand";
  setTimeout(() => (button.textContent = label), 2500);
  return done;
}

const modern = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

function old(text, button) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  button.parentElement.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  button.focus();
  return done;
}
