import { expect, it } from "vitest";
import { promotionNews } from "./promotionSentences";

const about = { name: "Greeter", label: "production", number: 4 };

it("tells what happened to promotions", () => {
  const decided = (state: string, kind = "CHECKED") =>
    promotionNews({ type: "promotion.decided", data: { ...about, state, kind } });
  expect(promotionNews({ type: "promotion.requested", data: about })).toBe(
    "requested to promote version 4 of “Greeter” to production",
  );
  expect(decided("APPROVED")).toBe("approved the promotion of version 4 of “Greeter” to production");
  expect(decided("REJECTED")).toBe("rejected the promotion of version 4 of “Greeter” to production");
  expect(decided("APPROVED", "OVERRIDE")).toBe(
    "overrode the protection and promoted version 4 of “Greeter” to production",
  );
  expect(decided("APPROVED", "ROLLBACK")).toBe("rolled production of “Greeter” back to version 4");
  expect(promotionNews({ type: "label.moved", data: about })).toBeNull();
});
