/** From versions and their parents to rows with lanes, newest on top. Pure. */
import type { LineageEdge, LineageGraph, LineageNode, LineageSource } from "@/api/types";

/** Up to here everything is shown; beyond it, versions are put together in tens. */
const SHOWN_AT_MOST = 20;
const SECTION = 10;

export interface VersionEntry {
  kind: "version";
  id: string;
  node: LineageNode;
  edge: LineageEdge | null;
  /** Number of the version it came from, wherever that one is drawn. */
  parentNumber: number | null;
  /** Number of the version it came from, where the two scores do not mean the same; else null. */
  otherTerms: number | null;
}

export interface SectionEntry {
  kind: "section";
  id: string;
  first: number;
  last: number;
  nodes: readonly LineageNode[];
  edges: readonly LineageEdge[];
}

interface SourceEntry {
  kind: "source";
  id: string;
  source: LineageSource;
}

export type Entry = VersionEntry | SectionEntry | SourceEntry;

/** How the lines run through one row. Lanes are counted from the left. */
export interface Lanes {
  lane: number;
  /** Lines that only pass by. */
  through: readonly number[];
  /** Lines that come from above and end here, beside its own. */
  joining: readonly number[];
  above: boolean;
  below: boolean;
}

export interface Row {
  entry: Entry;
  lanes: Lanes;
}

/** Sections of ten by number; what few versions there are need none. */
export function sectionsOf(graph: LineageGraph): SectionEntry[] {
  if (graph.nodes.length <= SHOWN_AT_MOST) return [];
  const found = new Map<number, LineageNode[]>();
  for (const node of graph.nodes) {
    const place = Math.floor((node.number - 1) / SECTION);
    found.set(place, [...(found.get(place) ?? []), node]);
  }
  const into = new Map(graph.edges.map((edge) => [edge.to, edge]));
  return [...found.entries()].map(([place, nodes]) => ({
    kind: "section",
    id: `section-${place}`,
    first: nodes[0]?.number ?? 0,
    last: nodes.at(-1)?.number ?? 0,
    nodes,
    edges: nodes.flatMap((node) => into.get(node.version) ?? []),
  }));
}

/** The drawn rows, newest on top. A closed section takes the place of its versions. */
export function rowsOf(graph: LineageGraph, closed: ReadonlySet<string>): Row[] {
  const into = new Map(graph.edges.map((edge) => [edge.to, edge]));
  const numbers = new Map([...graph.nodes, ...graph.sources].map(({ version, number }) => [version, number]));
  const drawnAs = new Map<string, string>(graph.sources.map(({ version }) => [version, version]));
  const nodes = new Map(graph.nodes.map((node) => [node.version, node]));
  const entries: Entry[] = graph.sources.map((source) => ({ kind: "source", id: source.version, source }));
  const sections = sectionsOf(graph);
  for (const node of graph.nodes) {
    const section = sections.find(({ first, last }) => node.number >= first && node.number <= last);
    const shut = section && closed.has(section.id) ? section : null;
    drawnAs.set(node.version, shut ? shut.id : node.version);
    if (shut) {
      if (entries.at(-1)?.id !== shut.id) entries.push(shut);
      continue;
    }
    const edge = into.get(node.version) ?? null;
    entries.push({
      kind: "version",
      id: node.version,
      node,
      edge,
      parentNumber: edge ? (numbers.get(edge.from) ?? null) : null,
      otherTerms: otherTermsOf(node, edge, edge ? nodes.get(edge.from) : undefined),
    });
  }
  return laid(entries.reverse(), drawnAs);
}

/** As `git log --graph`: each open line waits for its parent, and ends where the parent stands. */
function laid(entries: readonly Entry[], drawnAs: ReadonlyMap<string, string>): Row[] {
  const waiting: (string | null)[] = [];
  return entries.map((entry) => {
    const own = waiting.indexOf(entry.id);
    const lane = own >= 0 ? own : firstFree(waiting);
    const joining = waiting.flatMap((id, place) => (id === entry.id && place !== lane ? [place] : []));
    for (const place of joining) waiting[place] = null;
    const through = waiting.flatMap((id, place) => (id !== null && place !== lane ? [place] : []));
    const [next, ...others] = parentsOf(entry, drawnAs);
    waiting[lane] = next ?? null;
    for (const other of others) if (!waiting.includes(other)) waiting[firstFree(waiting)] = other;
    return { entry, lanes: { lane, through, joining, above: own >= 0, below: next !== undefined } };
  });
}

function firstFree(waiting: readonly (string | null)[]): number {
  const free = waiting.indexOf(null);
  return free >= 0 ? free : waiting.length;
}

function parentsOf(entry: Entry, drawnAs: ReadonlyMap<string, string>): string[] {
  const edges = entry.kind === "section" ? entry.edges : entry.kind === "version" && entry.edge ? [entry.edge] : [];
  const drawn = edges.flatMap((edge) => drawnAs.get(edge.from) ?? []).filter((id) => id !== entry.id);
  return [...new Set(drawn)];
}

export function lanesIn(rows: readonly Row[]): number {
  return Math.max(1, ...rows.map(({ lanes }) => 1 + Math.max(lanes.lane, ...lanes.through, ...lanes.joining, 0)));
}

/** The server decides what can be compared, by the rule of the workbench. Null: it can, or there is nothing to compare. */
function otherTermsOf(node: LineageNode, edge: LineageEdge | null, parent: LineageNode | undefined): number | null {
  if (!parent?.composite || !node.composite) return null;
  return edge?.comparable === false ? parent.number : null;
}

/** A prompt with a long history opens with its newest section. */
export function closedAtFirst(graph: LineageGraph): ReadonlySet<string> {
  return new Set(
    sectionsOf(graph)
      .slice(0, -1)
      .map(({ id }) => id),
  );
}
