import { expect, it } from "vitest";
import { channelNews } from "./channelSentences";

it("tells what happened to channels", () => {
  expect(channelNews({ type: "channel.added", data: { name: "On call", channel_kind: "slack" } })).toBe(
    "added the Slack channel “On call”",
  );
  expect(
    channelNews({ type: "channel.changed", data: { name: "On call", changed: ["address", "events", "name"] } }),
  ).toBe("changed the address, the events and the name of the channel “On call”");
  expect(channelNews({ type: "channel.changed", data: { name: "On call", changed: ["signing_key"] } })).toBe(
    "changed the signing key of the channel “On call”",
  );
  expect(channelNews({ type: "channel.removed", data: {} })).toBe("removed a channel");
});

it("says for how long a channel failed, that it is off, and that it is well again", () => {
  expect(channelNews({ type: "channel.failed", data: { name: "On call", problem: "The receiver answered 500" } })).toBe(
    "has not reached the channel “On call” for an hour: The receiver answered 500",
  );
  expect(channelNews({ type: "channel.failed", data: { name: "On call", off: true } })).toBe(
    "switched off the channel “On call”",
  );
  expect(channelNews({ type: "channel.recovered", data: { name: "On call" } })).toBe(
    "reaches the channel “On call” again",
  );
});

it("leaves other events to others", () => {
  expect(channelNews({ type: "alert.opened", data: { name: "x" } })).toBeNull();
});
