import { type Load, type LoadReport, summarise } from './load';
import type { Verdict } from './scenario';

/** Maximum time from the fault until service is back without help. */
export const RECOVERY_LIMIT_MS = 10_000;

/** No acknowledged write is lost. */
export async function checkNothingLost(load: Load): Promise<Verdict> {
  const { systems, errorTypes, points } = load.acknowledged;
  const lost = await load.findLost();
  return {
    promise: 'Nothing acknowledged is lost',
    held: lost.length === 0,
    figures: [
      `${systems.length} systems, ${errorTypes.length} error types and ${points.length} values acknowledged, ${lost.length} lost`,
      ...lost.slice(0, 3),
    ].join('; '),
  };
}

/** The alert engine has evaluated every stored value, whichever processes were killed. */
export async function alertsFired(load: Load): Promise<Verdict> {
  const { alerts, wrong } = await load.metric.findWrongAlerts(load.acknowledged.points);
  return {
    promise: 'Every value beyond its threshold fires exactly one alert',
    held: wrong.length === 0,
    figures: [`${alerts} alerts, ${wrong.length} missing or double`, ...wrong.slice(0, 3)].join('; '),
  };
}

/** While something is down, clients get 503 with Retry-After. */
export function onlyRefusals({ requests, served, refused, wrong, lost }: LoadReport, maySever = false): Verdict {
  const problems = [...summarise(wrong), ...(maySever ? [] : summarise(lost))];
  return {
    promise: maySever
      ? 'Every response received is right or 503 with Retry-After'
      : 'Every response is right or 503 with Retry-After',
    held: problems.length === 0,
    figures: [
      `${requests} requests, ${served} served, ${refused} refused, ${lost.length} without a response`,
      ...problems,
    ].join('; '),
  };
}

/** Service came back by itself; `backAfterMs` is undefined if it did not. */
export function checkRecovered(backAfterMs: number | undefined): Verdict {
  return {
    promise: `Recovers without help in under ${RECOVERY_LIMIT_MS / 1000} s`,
    held: backAfterMs !== undefined && backAfterMs < RECOVERY_LIMIT_MS,
    figures: backAfterMs === undefined ? 'did not recover' : `back after ${(backAfterMs / 1000).toFixed(1)} s`,
  };
}
