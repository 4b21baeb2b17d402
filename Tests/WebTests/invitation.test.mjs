import assert from "node:assert/strict";
import { test } from "node:test";
import {
  invitationAddress,
  OtherServerError,
  takeToken,
  tokenIn,
} from "../../Sources/ChatterWeb/Site/scripts/model/invitation.js";

/** What a page with an address takes, and the address that it then has; null if it stays. */
function take(address) {
  const location = new URL(address);
  let shown = null;
  const history = { state: "kept", replaceState: (state, _, url) => (shown = [state, url]) };
  return [takeToken({ location, history }), shown];
}

const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2ln-_";

for (const [hash, token, shown] of [
  ["", null, null],
  ["#", null, null],
  ["#older", null, null],
  ["#mytoken=a", null, null],
  ["#token", null, null],
  ["#token=", null, "/"],
  ["#token=chatter_a-b_c", "chatter_a-b_c", "/"],
  [`#token=${jwt}`, jwt, "/"],
  ["#token=a+b/c==", "a+b/c==", "/"],
  ["#token=a%2Bb%2Fc%3D", "a+b/c=", "/"],
  ["#token=a%0A", "a", "/"],
  ["#token=a%", "a%", "/"],
  ["#token=a&token=b", "a", "/"],
  ["#x=1&token=a&y", "a", "/#x=1&y"],
]) {
  test(`takes the token out of the address: ${hash || "none"}`, () => {
    assert.deepEqual(take(`https://a.example/${hash}`), [token, shown && ["kept", shown]]);
  });
}

test("keeps the rest of the address", () => {
  const shown = ["kept", "/room/?q=1"];
  assert.deepEqual(take("https://a.example/room/?q=1#token=a"), ["a", shown]);
});

for (const [text, token] of [
  ["chatter_a-b_c", "chatter_a-b_c"],
  ["  chatter_a\n", "chatter_a"],
  [jwt, jwt],
  ["https://a.example/#token=chatter_a", "chatter_a"],
  [" HTTPS://A.example:443/room#x=1&token=a%2Bb \n", "a+b"],
  ["a.example/#token=a", "a"],
  ["#token=a", "a"],
  ["https://a.example/", ""],
  ["https://a.example/#token=", ""],
  ["https://a.example/#older", ""],
  ["", ""],
]) {
  test(`finds the token in what is pasted: ${JSON.stringify(text)}`, () => {
    assert.equal(tokenIn(text, { origin: "https://a.example" }), token);
  });
}

for (const [text, host] of [
  ["https://b.example/#token=a", "b.example"],
  ["https://a.example:8443/#token=a", "a.example:8443"],
  ["http://a.example/#token=a", "a.example"],
  ["https://a.example@b.example/#token=a", "b.example"],
  ["b.example/#token=a", "b.example"],
  ["https://[/#token=a", "https://[/"],
  ["https://b.example", "b.example"],
]) {
  test(`gives no token of another server to this one: ${text}`, () => {
    const isOther = (error) => error instanceof OtherServerError && error.host === host;
    assert.throws(() => tokenIn(text, { origin: "https://a.example" }), isOther);
  });
}

test("invites to the address of the page, without what follows the host", () => {
  for (const address of ["https://chat.example.org:8443/", "https://192.0.2.7/", "https://[2001:db8::7]/"]) {
    assert.equal(invitationAddress(new URL(`${address}?view=board#token=secret`)), address);
  }
});

test("invites nobody to an address that only this machine can use", () => {
  for (const host of ["localhost", "localhost:8443", "a.localhost", "127.0.0.1:8443", "127.1", "[::1]"]) {
    assert.equal(invitationAddress(new URL(`https://${host}/`)), null, host);
  }
  assert.ok(invitationAddress(new URL("https://127.example.org/")));
});
