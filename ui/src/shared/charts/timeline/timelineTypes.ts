/** The data of a timeline: readings of each series over time, the usual range, and events in between. */
import type { Series } from "../chartSeries";

export interface Reading {
  value: number;
  /** Null where no interval is known. */
  low: number | null;
  high: number | null;
}

export interface Moment {
  key: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** By the key of a series; null where there is nothing to show: a gap, not a zero. */
  readings: Readonly<Record<string, Reading | null>>;
  /** Something a person was told about here. */
  alert: { severity: "warning" | "critical"; /** Null: it is about all of them. */ series: string | null } | null;
}

/** Something that was changed by people, between two moments or at one. */
export interface Change {
  at: number;
  kind: ChangeKind;
  words: string;
}

export const CHANGE_KINDS = ["prompt", "dataset", "judge", "model", "targets", "scorers"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Between these values is usual. */
export interface UsualBand {
  value: number;
  low: number;
  high: number;
  /** Stands at its edge, such as "usual". */
  label: string;
}

export interface Limit {
  value: number;
  label: string;
}

/** A time in which something was wrong. */
export interface Trouble {
  from: number;
  /** Null: it still is. */
  to: number | null;
  severity: "warning" | "critical";
}

export type TimelineSeries = Series;
