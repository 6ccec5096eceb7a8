const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/** Seconds of a duration as Prometheus writes it, such as 1h30m, 500ms or 0; undefined if it is none. Pure. */
export function durationSeconds(text: string): number | undefined {
  if (!/^(?:\d{1,15}(?:ms|[smhdwy]))+$|^0$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) seconds += Number(count) * UNIT_SECONDS[unit!]!;
  return seconds;
}
