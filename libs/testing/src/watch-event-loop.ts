import { performance } from 'node:perf_hooks';

/** Far below what would be noticed, far above the cost of looking. */
const LOOK_EVERY_MS = 5;

/** Processor time of the calling thread, in ms; Node.js 20 knows that of the process only, so there the wall clock it is. */
function ownTime(): number {
  const { threadCpuUsage } = process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>;
  if (!threadCpuUsage) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}

/**
 * Watches how long the event loop is kept by one turn. What counts is the thread's own processor time: on a busy machine
 * the wall clock would measure the neighbours.
 */
export function watchEventLoop(): { stop(): { longestTurnMs: number } } {
  let longestTurnMs = 0;
  let last = ownTime();
  const look = (): void => {
    const now = ownTime();
    longestTurnMs = Math.max(longestTurnMs, now - last);
    last = now;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return { longestTurnMs };
    },
  };
}
