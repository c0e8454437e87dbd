/** Parts of promotions under short names. */
import type { LabelProtection, Promotion, PromotionCheck } from "@/api/types";

export type { LabelProtection, Promotion, PromotionCheck };
export type PromotionState = Promotion["state"];
export type PromotionKind = Promotion["kind"];
export type GateVerdict = NonNullable<Promotion["verdict"]>;
export type Requirement = Promotion["requirements"][number];
