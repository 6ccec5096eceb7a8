import { createHash } from 'node:crypto';
import type { ReportedChangeSet, ReportedDrift, ReportResult } from '@wardstone/dto/monitoring';

/** Drift definition of platforms. */
const DEFINITION = 'etc';
/** As many as in a folder of configuration files. */
const FILES = 200;

/** The files of a machine when an agent begins to watch them. Pure but for the time. */
export function toBaseline(resourceId: number): ReportedChangeSet {
  const drifts = Array.from({ length: FILES }, (_none, n) => toDrift(n, 'FILE_ADDED', 0));
  return { resourceId, definition: DEFINITION, version: 0, time: Date.now(), drifts };
}

/** A change of one file; each version changes another. Pure but for the time. */
export function toFileChange(resourceId: number, version: number): ReportedChangeSet {
  const drifts = [toDrift(version % FILES, 'FILE_CHANGED', version)];
  return { resourceId, definition: DEFINITION, version, time: Date.now(), drifts };
}

/** With the text, which the owner of a host may permit. */
function toDrift(n: number, category: 'FILE_ADDED' | 'FILE_CHANGED', version: number): ReportedDrift {
  const text = `${`# file ${n}, with lines of a configuration\nkey = value\n`.repeat(4)}version = ${version}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { category, path: `service-${n}.conf`, sha256, size: text.length, mode: 0o100644, owner: '0:0', text };
}

/** The server took the report but not its items. */
export const REJECTED = 'rejected';

/** Whether items of the report were rejected. */
export function isRejected({ rejected = [] }: Partial<ReportResult>): boolean {
  return rejected.length > 0;
}
