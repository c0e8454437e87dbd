import { describe, expect, it } from "vitest";
import { matchColumns } from "./matchColumns";

const target = (id: string, parameters = {}) => ({
  model: { id, title: id, name: id, provider: "SIMULATED" as const, credential_label: "" },
  parameters,
});
const column = (model_id: string, parameters = {}) => ({ model_id, parameters });

describe("columns", () => {
  const ran = [column("a", { temperature: 0.2 }), column("b"), column("a")];
  it("find their answers again, parameters and all", () => {
    expect(matchColumns([target("a", { temperature: "0.2" }), target("b"), target("a")], ran)).toEqual([0, 1, 2]);
  });
  it("shift when one is removed", () => {
    expect(matchColumns([target("b"), target("a")], ran)).toEqual([1, 2]);
  });
  it("have no answers once their target was changed", () => {
    expect(matchColumns([target("a", { temperature: "0.9" }), target("b", { seed: "1" }), target("a")], ran)).toEqual([
      null,
      null,
      2,
    ]);
  });
  it("may be alike: each takes another column", () => {
    expect(matchColumns([target("b"), target("b")], [column("b"), column("b")])).toEqual([0, 1]);
    expect(matchColumns([target("b"), target("b")], [column("b")])).toEqual([0, null]);
  });
});
