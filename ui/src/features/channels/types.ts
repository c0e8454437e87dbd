/** What the API sends about channels, under the names these screens use. */
import type { Channel } from "@/api/types";

export type { Channel, Delivery } from "@/api/types";

export type ChannelKind = Channel["kind"];
export type ChannelEvent = Channel["events"][number];

export interface ChannelBody {
  name: string;
  kind: ChannelKind;
  url: string | null;
  to: string[];
  allow_private: boolean;
  events: ChannelEvent[];
}

/** What is not said stays as it is. */
export interface ChannelChange {
  name?: string;
  url?: string;
  to?: string[];
  allow_private?: boolean;
  enabled?: boolean;
  events?: ChannelEvent[];
}
