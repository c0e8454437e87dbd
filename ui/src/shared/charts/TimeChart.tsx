/** The one drawing of values over time. Loaded when a chart is first shown: the library is large. */
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axisTime, COLOURS, fullTime, type Point, type Series, type TimeStep } from "./chartSeries";

export interface TimeChartProps {
  kind: "line" | "bar";
  points: readonly Point[];
  series: readonly Series[];
  step: TimeStep;
  format: (value: number) => string;
  /** Counts: no axis mark between two whole numbers. */
  whole?: boolean;
  /** Show the sum of the series. */
  total?: boolean;
}

const tick = { fontSize: 11, fill: "var(--ink-subtle)" };

export default function TimeChart({
  kind,
  points,
  series,
  step,
  format,
  whole = false,
  total = false,
}: TimeChartProps) {
  const lone = points.filter(({ values }) => series.some(({ key }) => (values[key] ?? null) !== null)).length < 12;
  const rows = points.map(({ at, values }) => ({ at, ...values }));
  const frame = { data: rows, margin: { top: 6, right: 4, bottom: 0, left: 0 }, accessibilityLayer: false };
  const shared = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="at"
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: "var(--line-strong)" }}
        minTickGap={28}
        tickFormatter={(at: string) => axisTime(at, step)}
      />
      <YAxis
        width="auto"
        tick={tick}
        tickLine={false}
        axisLine={false}
        tickCount={4}
        allowDecimals={!whole}
        tickFormatter={(value: number) => (value === 0 ? "0" : format(value))}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={kind === "line" ? { stroke: "var(--line-strong)" } : { fill: "var(--surface-hover)" }}
        content={({ active, label }) => {
          const point = points.find(({ at }) => at === label);
          return active && point ? (
            <Reading point={point} series={series} step={step} format={format} total={total} />
          ) : null;
        }}
      />
    </>
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      {kind === "line" ? (
        <LineChart {...frame}>
          {shared}
          {series.map(({ key, colour, dashed }) => (
            <Line
              key={key}
              dataKey={key}
              type="monotone"
              stroke={COLOURS[colour]}
              strokeWidth={1.75}
              {...(dashed ? { strokeDasharray: "4 3" } : {})}
              // A lone point has no line: it needs a dot. Many dots would hide the line.
              dot={lone ? { r: 2.5, strokeWidth: 0, fill: COLOURS[colour] } : false}
              activeDot={{ r: 3.5, strokeWidth: 0 }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      ) : (
        <BarChart {...frame}>
          {shared}
          {series.map(({ key, colour }) => (
            <Bar
              key={key}
              dataKey={key}
              fill={COLOURS[colour]}
              stackId="all"
              maxBarSize={20}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}

function Reading({
  point,
  series,
  step,
  format,
  total = false,
}: Pick<TimeChartProps, "series" | "step" | "format" | "total"> & { point: Point }) {
  const sum = series.reduce((all, { key }) => all + (point.values[key] ?? 0), 0);
  return (
    <div className="rounded-md bg-raised px-2.5 py-2 text-xs shadow-float">
      <p className="mb-1 font-medium text-ink">{fullTime(point.at, step)}</p>
      {series.map(({ key, label, colour }) => {
        const value = point.values[key] ?? null;
        return (
          <p key={key} className="flex items-center gap-1.5 text-ink-muted">
            <span aria-hidden className="size-2 rounded-full" style={{ background: COLOURS[colour] }} />
            {label}
            <span className="ml-auto pl-3 font-medium text-ink">{value === null ? "no calls" : format(value)}</span>
          </p>
        );
      })}
      {total && series.length > 1 && (
        <p className="mt-1 flex border-t border-line pt-1 text-ink-muted">
          Total<span className="ml-auto pl-3 font-medium text-ink">{format(sum)}</span>
        </p>
      )}
    </div>
  );
}
