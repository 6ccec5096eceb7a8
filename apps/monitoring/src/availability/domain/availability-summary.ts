import type { AvailabilitySummary, AvailabilityType } from '@wardstone/dto/monitoring';
import type { Stretch } from './merge-report';

/** Totals of a timeline. */
export type Summary = Omit<AvailabilitySummary, 'currentTime' | 'resourceId' | 'links'>;

/**
 * Summarises a timeline. See rule inventory-13. Stretches may be in any order; without any, the resource counts as
 * UNKNOWN since 0. UNKNOWN since 0 means never reported, and does not count. Quotients are truncated to integers.
 */
export function summarise(timeline: readonly Stretch[], nowMs: number): Summary {
  const getLength = ({ sinceMs, untilMs }: Stretch): number => (untilMs ?? nowMs) - sinceMs;
  const of = (type: AvailabilityType): Stretch[] => timeline.filter((stretch) => stretch.type === type);
  const toTime = (stretches: readonly Stretch[]): number => stretches.reduce((sum, s) => sum + getLength(s), 0);
  const { type: current, sinceMs: lastChange } = timeline.find(({ untilMs }) => untilMs === null) ?? NEVER_REPORTED;
  const [upTime, downTime, disabledTime] = [toTime(of('UP')), toTime(of('DOWN')), toTime(of('DISABLED'))] as const;
  const knownTime = upTime + downTime + disabledTime;
  const toShare = (time: number): number => (knownTime === 0 ? 0 : time / knownTime);
  const failures = of('DOWN').length;
  const runningMs = nowMs - lastChange;
  return {
    upTime,
    downTime,
    disabledTime,
    unknownTime: toTime(of('UNKNOWN').filter(({ sinceMs }) => sinceMs > 0)),
    knownTime,
    failures,
    disabled: of('DISABLED').length,
    lastChange,
    current,
    upPercentage: toShare(upTime),
    downPercentage: toShare(downTime),
    disabledPercentage: toShare(disabledTime),
    mtbf: quotient(current === 'UP' ? upTime - runningMs : upTime, failures - 1),
    mttr: current === 'DOWN' ? quotient(downTime - runningMs, failures - 1) : quotient(downTime, failures),
  };
}

const NEVER_REPORTED = { type: 'UNKNOWN', sinceMs: 0 } as const;

/** Truncated integer; 0 for a division by zero. */
function quotient(time: number, parts: number): number {
  return parts < 1 ? 0 : Math.trunc(time / parts);
}
