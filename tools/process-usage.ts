import fs from 'node:fs';

/** Of `/proc`, which counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, in seconds. Linux only, as all here. */
export function processorSeconds(pid: number): number {
  return toSeconds(statFields(pid), 11);
}

/** Processor time of the children that this process has waited for, and of theirs, in seconds. */
export function waitedChildrenSeconds(): number {
  return toSeconds(statFields('self'), 13);
}

function statFields(pid: number | 'self'): string[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it, in brackets, may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** User time stands at `field`, system time after it. */
function toSeconds(fields: readonly string[], field: number): number {
  return (Number(fields[field]) + Number(fields[field + 1])) / TICKS_PER_SECOND;
}

/** Resident memory of a process now and at its highest, in MiB. */
export function residentMemory(pid: number): { now: number; peak: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** The highest begins at what is now. */
export function resetPeakMemory(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Seconds that the main thread of a process ran so far, and that it waited for a processor that others had. */
export function mainThreadSeconds(pid: number): { ran: number; waited: number } {
  const [ran, waited] = fs.readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 };
}
