/** Deviation of a clock, positive if it is ahead. */
export interface ClockOffset {
  seconds: number;
  /** Program or server that reports the deviation. */
  source: 'chronyc' | 'timedatectl' | 'server';
}

/** Parses the output of `chronyc tracking`; undefined while chrony is not synchronised. Pure. */
export function parseChronyTracking(text: string): number | undefined {
  if (!/^Leap status\s*:\s*(Normal|Insert second|Delete second)\s*$/m.test(text)) return undefined;
  const [, digits, direction] =
    /^System time\s*:\s*(\d+(?:\.\d+)?) seconds (slow|fast) of NTP time\s*$/m.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return direction === 'fast' ? Number(digits) : -Number(digits);
}

const SECONDS_OF: Readonly<Record<string, number>> = {
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  min: 60,
  h: 3600,
  d: 86_400,
  w: 7 * 86_400,
  month: 2_629_800,
  y: 31_557_600,
};

/**
 * Parses the output of `timedatectl timesync-status`: the offset at the last exchange with the time server, whose sign is that of
 * the correction. Undefined before the first exchange. Pure.
 */
export function parseTimesyncStatus(text: string): number | undefined {
  const [, sign, duration = ''] = /^\s*Offset:\s*([+-])(\S.*?)\s*$/m.exec(text) ?? [];
  const parts = duration.split(/\s+/).map((part) => /^(\d+(?:\.\d+)?)([a-zµ]+)$/.exec(part));
  if (sign === undefined || parts.some((part) => !part || !Object.hasOwn(SECONDS_OF, part[2]!))) return undefined;
  const lacking = parts.reduce((sum, part) => sum + Number(part![1]) * SECONDS_OF[part![2]!]!, 0);
  return sign === '+' ? -lacking : lacking;
}
