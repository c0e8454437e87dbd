import { describe, expect, it } from "vitest";
import { asCurl, formatted } from "./requestText";

describe("a request as text", () => {
  it("is laid out to be read, and left alone when it is no JSON", () => {
    expect(formatted('{"model":"a","messages":[]}')).toBe('{\n  "model": "a",\n  "messages": []\n}');
    expect(formatted("plain")).toBe("plain");
  });

  it("cannot break out of the quotes of a shell", () => {
    const body = `{"text":"it's $(rm -rf ~) \`x\`"}`;
    const line = asCurl({ method: "POST", url: "http://x/v1", headers: [["authorization", "Bearer ••••"]], body });
    expect(line).toContain("-H 'authorization: Bearer ••••'");
    expect(line).toContain(`--data-raw '{"text":"it'\\''s $(rm -rf ~) \`x\`"}'`);
  });
});
