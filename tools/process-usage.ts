import fs from 'node:fs';

/** Unit of `/proc`: hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, in seconds. Like everything here, only on Linux. */
export function processorSeconds(pid: number): number {
  return toSeconds(statFields(pid), 11);
}

/** Processor time of ended children, including theirs, in seconds. */
export function waitedChildrenSeconds(): number {
  return toSeconds(statFields('self'), 13);
}

function statFields(pid: number | 'self'): string[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it, in parentheses, may contain anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** User time is at `field`, system time follows. */
function toSeconds(fields: readonly string[], field: number): number {
  return (Number(fields[field]) + Number(fields[field + 1])) / TICKS_PER_SECOND;
}

/** Present and peak resident memory of a process, in MiB. */
export function residentMemory(pid: number): { now: number; peak: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Resets the peak to the present value. */
export function resetPeakMemory(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Seconds that the main thread of a process has run so far, and that it waited for a processor. */
export function mainThreadSeconds(pid: number): { ran: number; waited: number } {
  const [ran, waited] = fs.readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 };
}
