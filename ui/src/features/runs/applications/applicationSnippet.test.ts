import { expect, test } from "vitest";
import { applicationSnippet } from "./applicationSnippet";

const WANTED = {
  address: "https://edison.example",
  project: "support",
  dataset: 'The "hard" ones',
  application: "Bot",
  version: "",
};

test("the snippet names everything as a Python text, and the version only if there is one", () => {
  expect(applicationSnippet(WANTED)).toContain(
    'evaluate("The \\"hard\\" ones", answer, [{"kind": "contains"}], client=client, application="Bot")',
  );
  expect(applicationSnippet({ ...WANTED, version: "1.4" })).toContain('application="Bot", version="1.4")');
});
