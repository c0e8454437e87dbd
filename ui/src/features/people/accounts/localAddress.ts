/** On this very machine nobody else can be meant, so sign-up needs fewer fields. */
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLocalAddress(hostname: string = window.location.hostname): boolean {
  return LOCAL.has(hostname);
}
