import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Prompt } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import type { ContentBody, DraftValues } from "./draftContent";
import { createPromptDraft, type PromptDraftStore } from "./promptDraftStore";

function promptWith(text: string, revision: number): Prompt {
  return {
    id: "p",
    name: "P",
    kind: "generator",
    description: "",
    revision,
    latest: 0,
    clean: false,
    labels: {},
    variables: [],
    contract: "text",
    problems: [],
    warnings: [],
    created_at: "",
    updated_at: "",
    draft: {
      system: text,
      few_shots: [],
      messages: [{ role: "user", content: "", tool_calls: [], tool_call_id: null }],
      tools: [],
      output: { kind: "auto", schema: null },
      parameters: {},
    },
  };
}

/** A server of one prompt, as strict about revisions as the real one. */
class Server {
  prompt = promptWith("first", 1);
  sent: string[] = [];
  hold: Promise<void> = Promise.resolve();

  send = async (content: ContentBody, revision: number): Promise<Prompt> => {
    await this.hold;
    if (revision !== this.prompt.revision)
      throw new ApiError(409, { code: "EDIT_CONFLICT", message: "Someone changed it" });
    this.sent.push(content.system);
    this.prompt = promptWith(content.system, revision + 1);
    return this.prompt;
  };
  read = () => Promise.resolve(this.prompt);
  someoneElse(text: string) {
    this.prompt = promptWith(text, this.prompt.revision + 1);
    return this.prompt;
  }
}

let server: Server;
let store: PromptDraftStore;
const write = (system: string) => store.change({ ...store.getState().values, system });

beforeEach(() => {
  server = new Server();
  store = createPromptDraft(server.prompt, server);
});

describe("saving", () => {
  it("sends what changed, once, and then has nothing to do", async () => {
    expect(await store.save()).toBe(true);
    write("second");
    expect(store.getState().dirty).toBe(true);
    expect(await Promise.all([store.save(), store.save()])).toEqual([true, true]);
    expect(server.sent).toEqual(["second"]);
    expect(store.getState()).toMatchObject({ dirty: false, saving: false, theirs: null });
  });
  it("is not needed when a change was taken back", () => {
    write("second");
    write("first");
    expect(store.getState().dirty).toBe(false);
  });
  it("goes on with what was typed while it was under way", async () => {
    let release = () => {};
    server.hold = new Promise((done) => (release = done));
    write("second");
    const saved = store.save();
    write("third");
    release();
    expect(await saved).toBe(true);
    expect(server.sent).toEqual(["second", "third"]);
  });
  it("waits until JSON can be read", async () => {
    const broken: DraftValues = { ...store.getState().values, output: { kind: "schema", schema: "{" } };
    store.change(broken);
    expect(await store.save()).toBe(false);
    expect(server.sent).toEqual([]);
    expect(store.getState().problems).toHaveProperty(["output.schema"]);
  });
  it("keeps the text when the server is away, and can be tried again", async () => {
    const send = vi.spyOn(server, "send").mockRejectedValueOnce(new ApiError(0, { code: "UNREACHABLE" }));
    store = createPromptDraft(server.prompt, server);
    write("second");
    expect(await store.save()).toBe(false);
    expect(store.getState()).toMatchObject({ dirty: true, values: { system: "second" } });
    expect(await store.save()).toBe(true);
    expect(send).toHaveBeenCalledTimes(2);
  });
});

describe("someone else", () => {
  it("is followed while nothing is written", () => {
    store.receive(server.someoneElse("theirs"));
    expect(store.getState()).toMatchObject({ values: { system: "theirs" }, dirty: false });
  });
  it("stands in the way of a save, and both texts are still there", async () => {
    write("mine");
    server.someoneElse("theirs");
    expect(await store.save()).toBe(false);
    expect(store.getState()).toMatchObject({ values: { system: "mine" }, theirs: { revision: 2 }, dirty: true });
    expect(await store.save()).toBe(false);
    expect(server.prompt.draft.system).toBe("theirs");
  });
  it("can be taken over or overwritten", async () => {
    write("mine");
    store.receive(server.someoneElse("theirs"));
    store.takeTheirs();
    expect(store.getState()).toMatchObject({ values: { system: "theirs" }, dirty: false, theirs: null });
    write("mine again");
    store.receive(server.someoneElse("theirs again"));
    expect(await store.overwrite()).toBe(true);
    expect(server.prompt.draft.system).toBe("mine again");
  });
  it("is not our own echo", async () => {
    write("mine");
    const old = server.prompt;
    await store.save();
    store.receive(old);
    write("mine, more");
    store.receive(server.prompt);
    expect(store.getState()).toMatchObject({ theirs: null, values: { system: "mine, more" } });
  });
  it("may rename the prompt without touching the text", () => {
    write("mine");
    store.receive({ ...server.prompt, name: "Renamed" });
    expect(store.getState()).toMatchObject({ base: { name: "Renamed" }, values: { system: "mine" }, theirs: null });
  });
});
