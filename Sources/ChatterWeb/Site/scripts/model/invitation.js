/** Names and addresses that only this machine can use (RFC 6761 section 6.3). */
const loopback = /^(?:(?:.*\.)?localhost|127\.[\d.]+|\[::1\])$/;

/** A link that was pasted as a token, and is of another server. */
export class OtherServerError extends Error {
  constructor(host) {
    super(`the link is of ${host}`);
    this.host = host;
  }
}

/** Returns the address at which others open this server; null if they cannot. */
export function invitationAddress({ protocol, hostname, host } = location) {
  return loopback.test(hostname) ? null : `${protocol}//${host}/`;
}

/**
 * Returns the token in the address of the page, `#token=TOKEN`, and removes it from there, so that
 * neither a look at the screen nor the history shows it; null if there is none.
 */
export function takeToken({ location, history } = globalThis) {
  const parameters = location.hash.slice(1).split("&");
  const rest = parameters.filter((parameter) => !parameter.startsWith("token="));
  if (rest.length === parameters.length) return null;
  const hash = rest.length > 0 ? `#${rest.join("&")}` : "";
  history.replaceState(history.state, "", location.pathname + location.search + hash);
  return tokenOf(parameters) || null;
}

/**
 * Returns the token of a text that is one, or an invitation with one; "" if it has none. Throws an
 * `OtherServerError` for an invitation to another server, which must not get its token.
 */
export function tokenIn(text, { origin } = globalThis.location) {
  const trimmed = text.trim();
  const isURL = /^https?:\/\//i.test(trimmed);
  // No token has a number sign (RFC 6750 section 2.1).
  if (!isURL && !trimmed.includes("#")) return trimmed;
  const end = trimmed.includes("#") ? trimmed.indexOf("#") : trimmed.length;
  const address = trimmed.slice(0, end);
  if (address) {
    const url = parsed(isURL ? address : `https://${address}`);
    if (url?.origin !== origin) throw new OtherServerError(url?.host ?? address);
  }
  return tokenOf(trimmed.slice(end + 1).split("&"));
}

function tokenOf(parameters) {
  const value = parameters.find((parameter) => parameter.startsWith("token="))?.slice(6) ?? "";
  try {
    return decodeURIComponent(value).trim();
  } catch {
    // Not an escape: the server says that it is not a token.
    return value;
  }
}

function parsed(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
