import { beforeEach, expect, it, vi } from "vitest";
import { DraftStore } from "./draftStore";

interface Note {
  revision: number;
  text: string;
}

const CONFLICT = new Error("Someone changed it");

/** A server of one note that accepts a save only on its newest revision. */
class Server {
  note: Note = { revision: 1, text: "first" };
  saves: string[] = [];
  hold: Promise<void> = Promise.resolve();

  send = async (text: string, base: Note): Promise<Note> => {
    await this.hold;
    if (base.revision !== this.note.revision) throw CONFLICT;
    this.saves.push(text);
    this.note = { revision: base.revision + 1, text };
    return this.note;
  };
  read = () => Promise.resolve(this.note);

  changeBySomeoneElse(text: string): Note {
    this.note = { revision: this.note.revision + 1, text };
    return this.note;
  }
}

let server: Server;
let store: DraftStore<Note, string>;

beforeEach(() => {
  server = new Server();
  store = new DraftStore<Note, string>(server.note, {
    valuesOf: ({ text }) => text,
    isUnchanged: (text, base) => text === base.text,
    problemsOf: (text): Record<string, string> => (text === "" ? { text: "Write something." } : {}),
    isConflict: (error) => error === CONFLICT,
    send: (text, base) => server.send(text, base),
    read: () => server.read(),
  });
});

it("saves a change once, and has nothing to save afterwards", async () => {
  store.change("second");
  expect(await Promise.all([store.save(), store.save()])).toEqual([true, true]);
  expect(await store.save()).toBe(true);
  expect(server.saves).toEqual(["second"]);
  expect(store.getState()).toMatchObject({ base: { revision: 2 }, dirty: false, saving: false });
});

it("has nothing to save when a change was undone", () => {
  store.change("second");
  store.change("first");
  expect(store.getState().dirty).toBe(false);
});

it("tells its listeners until they leave", () => {
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.change("second");
  leave();
  store.change("third");
  expect(listener).toHaveBeenCalledOnce();
});

it("saves again what was changed while a save was under way", async () => {
  const { release, hold } = gate();
  server.hold = hold;
  store.change("second");
  const saved = store.save();
  store.change("third");
  release();
  expect(await saved).toBe(true);
  expect(server.saves).toEqual(["second", "third"]);
});

it("saves the same values again after it was marked dirty, also during a save", async () => {
  store.markDirty();
  const { release, hold } = gate();
  server.hold = hold;
  const saved = store.save();
  store.markDirty();
  release();
  expect(await saved).toBe(true);
  expect(server.saves).toEqual(["first", "first"]);
});

it("does not save values with problems", async () => {
  store.change("");
  expect(await store.save()).toBe(false);
  expect(server.saves).toEqual([]);
  expect(store.getState().problems).toEqual({ text: "Write something." });
});

it("takes a newer copy while nothing is dirty, and ignores an older one", () => {
  const old = server.note;
  store.receive(server.changeBySomeoneElse("theirs"));
  store.receive(old);
  expect(store.getState()).toMatchObject({ values: "theirs", base: { revision: 2 }, dirty: false });
});

it("keeps both texts after a conflict until the person chooses", async () => {
  store.change("mine");
  server.changeBySomeoneElse("theirs");
  expect(await store.save()).toBe(false);
  expect(await store.save()).toBe(false);
  expect(store.getState()).toMatchObject({ values: "mine", theirs: { text: "theirs" }, dirty: true, error: null });
  expect(server.note.text).toBe("theirs");
  expect(await store.overwrite()).toBe(true);
  expect(server.note).toEqual({ revision: 3, text: "mine" });
});

it("drops its own text when the person takes the other one", async () => {
  store.change("mine");
  server.changeBySomeoneElse("theirs");
  await store.save();
  store.takeTheirs();
  expect(store.getState()).toMatchObject({ values: "theirs", theirs: null, dirty: false });
});

it("keeps the error when the newer copy cannot be read", async () => {
  store.change("mine");
  server.changeBySomeoneElse("theirs");
  vi.spyOn(server, "read").mockRejectedValue(new Error("The server cannot be reached"));
  expect(await store.save()).toBe(false);
  expect(store.getState()).toMatchObject({ error: CONFLICT, theirs: null, dirty: true });
});

it("keeps the text after another failure and can save it again", async () => {
  const read = vi.spyOn(server, "read");
  vi.spyOn(server, "send").mockRejectedValueOnce(new Error("The server cannot be reached"));
  store.change("second");
  expect(await store.save()).toBe(false);
  expect(read).not.toHaveBeenCalled();
  expect(await store.save()).toBe(true);
  expect(store.getState()).toMatchObject({ values: "second", error: null, dirty: false });
});

function gate(): { hold: Promise<void>; release: () => void } {
  let release = () => {};
  const hold = new Promise<void>((done) => (release = done));
  return { hold, release: () => release() };
}
