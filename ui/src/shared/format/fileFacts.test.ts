import { expect, it } from "vitest";
import type { CaseFile } from "@/api/types";
import { fileFacts, fileName } from "./fileFacts";

const FILE: CaseFile = {
  file: "ab".repeat(32),
  name: "cat.png",
  kind: "image",
  media_type: "image/png",
  size: 12_000,
  width: 320,
  height: 200,
  pages: 0,
  seconds: 0,
};

it("says how large a file is in the unit of its kind", () => {
  expect(fileFacts(FILE)).toBe("320 × 200 pixels, 12 KB");
  expect(fileFacts({ ...FILE, kind: "pdf", pages: 1, size: 3_145_728 })).toBe("1 page, 3.0 MB");
  expect(fileFacts({ ...FILE, kind: "audio", seconds: 2.25 })).toBe("2.3 seconds, 12 KB");
});

it("names a file without a name by its kind and digest", () => {
  expect(fileName(FILE)).toBe("cat.png");
  expect(fileName({ ...FILE, name: "" })).toBe("Image abababababab");
});
