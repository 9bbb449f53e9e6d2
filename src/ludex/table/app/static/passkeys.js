// Passkeys: from the server's JSON to what the browser's authenticator takes, and back.

import { call } from "./api.js";

/** True if this browser knows passkeys. */
export const hasPasskeys = () => Boolean(globalThis.PublicKeyCredential && navigator.credentials);

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const listed = (known) => known?.map((one) => ({ ...one, id: bytes(one.id) }));

/** Make a passkey for the person of this device. Returns the person's passkeys. */
export async function makePasskey() {
  const wanted = await call("POST", "/api/me/passkeys/options", {});
  const publicKey = { ...wanted, challenge: bytes(wanted.challenge), user: { ...wanted.user, id: bytes(wanted.user.id) }, excludeCredentials: listed(wanted.excludeCredentials) };
  const made = await navigator.credentials.create({ publicKey });
  const response = { clientDataJSON: text(made.response.clientDataJSON), attestationObject: text(made.response.attestationObject), transports: made.response.getTransports?.() ?? [] };
  return call("POST", "/api/me/passkeys", { credential: { id: made.id, rawId: text(made.rawId), type: made.type, response } });
}

/** Sign in with a passkey. */
export async function usePasskey() {
  const wanted = await call("POST", "/api/me/sign-in/options", {});
  const publicKey = { ...wanted, challenge: bytes(wanted.challenge), allowCredentials: listed(wanted.allowCredentials) };
  const found = await navigator.credentials.get({ publicKey });
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  const response = { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature), userHandle: userHandle ? text(userHandle) : undefined };
  return call("POST", "/api/me/sign-in", { credential: { id: found.id, rawId: text(found.rawId), type: found.type, response } });
}
