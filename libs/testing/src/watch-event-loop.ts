import { performance, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** Far below a noticeable delay, far above the cost of a check. */
const LOOK_EVERY_MS = 5;
/** Turns shorter than this are not remembered. */
const SHORT_MS = 20;

interface Turn {
  beganMs: number;
  endedMs: number;
  ownMs: number;
}

/** Processor time of the calling thread, in ms. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Measures how long one turn keeps the event loop, in the thread's processor time: on a busy machine the wall clock
 * would measure the neighbours. Garbage collections do not count: they depend on the size of the process, and this one
 * has run many other tests.
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
export async function measureProcessorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const YARDSTICK = JSON.stringify(
  Array.from({ length: 2_000 }, (_none, id) => ({ id, name: `row ${id}`, tags: ['a'] })),
);

/** Processor time in ms of fixed work. */
function measureYardstick(): number {
  const beganMs = ownTime();
  for (let times = 0; times < 12; times++) JSON.stringify(JSON.parse(YARDSTICK));
  return ownTime() - beganMs;
}

/**
 * Processor time of the work as a multiple of what parsing and writing a megabyte of JSON takes just before and after
 * it. Neighbours that share caches, memory and disks slow down both.
 */
export async function measureEffort(work: () => unknown): Promise<number> {
  const beforeMs = measureYardstick();
  const spentMs = await measureProcessorTime(work);
  return (2 * spentMs) / (beforeMs + measureYardstick());
}
