/** How a request is shown: as it is sent, or laid out to be read. Pure. */

export type BodyView = "formatted" | "sent";

/** The same JSON with lines and indents; as it is if it is none. */
export function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

interface Sent {
  method: string;
  url: string;
  headers: readonly (readonly string[])[];
  body: string;
}

/** For a shell. Quotes are closed, escaped and opened again: what is in the body must not become a command. */
export function asCurl({ method, url, headers, body }: Sent): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...headers.map(([name = "", value = ""]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-raw ${quoted(body)}`,
  ].join(" \\\n");
}
