import { existsSync, readFileSync } from 'node:fs';
import { performance, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** Far below what would be noticed, far above the cost of looking. */
const LOOK_EVERY_MS = 5;
/** Turns shorter than this are not remembered. */
const SHORT_MS = 20;

interface Turn {
  beganMs: number;
  endedMs: number;
  ownMs: number;
}

/** Linux: processor time of the thread that reads it, in nanoseconds, first of three fields. */
const SCHEDULER_STATISTICS = '/proc/thread-self/schedstat';
const HAS_SCHEDULER_STATISTICS = existsSync(SCHEDULER_STATISTICS);

/**
 * Processor time of the calling thread, in ms. Node.js 20 has it for the process only, so there Linux is asked; elsewhere
 * it is the wall clock.
 */
function ownTime(): number {
  const { threadCpuUsage } = process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>;
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage.call(process);
    return (user + system) / 1000;
  }
  if (!HAS_SCHEDULER_STATISTICS) return performance.now();
  return Number(readFileSync(SCHEDULER_STATISTICS, 'utf8').split(' ', 1)[0]) / 1e6;
}

/**
 * Watches how long the event loop is kept by one turn. What counts is the thread's own processor time: on a busy machine
 * the wall clock would measure the neighbours. Collections of garbage do not count: they take as long as the process is
 * large, and this one has run many other tests.
 */
export function watchEventLoop(): { stop(): { longestTurnMs: number } } {
  const turns: Turn[] = [];
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let own = ownTime();
  let beganMs = performance.now();
  const look = (): void => {
    const [now, endedMs] = [ownTime(), performance.now()];
    if (now - own > SHORT_MS) turns.push({ beganMs, endedMs, ownMs: now - own });
    own = now;
    beganMs = endedMs;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  const withoutCollections = ({ beganMs: from, endedMs: to, ownMs }: Turn): number =>
    collections
      .filter(({ startTime }) => startTime >= from && startTime <= to)
      .reduce((rest, { duration }) => rest - duration, ownMs);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      collections.push(...observer.takeRecords());
      observer.disconnect();
      return { longestTurnMs: Math.max(0, ...turns.map(withoutCollections)) };
    },
  };
}

/**
 * Processor time in ms that this process spends until the work is done, all its threads together: on a busy machine the
 * wall clock would measure the neighbours.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
