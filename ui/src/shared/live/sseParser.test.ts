import { describe, expect, it } from "vitest";
import { parseSse } from "./sseParser";

describe("parseSse", () => {
  it("reads complete messages and keeps the unfinished rest", () => {
    const { messages, rest } = parseSse('id: 7\nevent: member.added\ndata: {"a":1}\n\nid: 8\nda');
    expect(messages).toEqual([{ id: "7", event: "member.added", data: '{"a":1}' }]);
    expect(rest).toBe("id: 8\nda");
  });

  it("ignores heartbeats", () => {
    expect(parseSse(": still here\n\n").messages).toEqual([]);
  });

  it("joins several data lines and accepts Windows line ends", () => {
    expect(parseSse("data: one\r\ndata: two\r\n\r\n").messages[0]?.data).toBe("one\ntwo");
  });
});
