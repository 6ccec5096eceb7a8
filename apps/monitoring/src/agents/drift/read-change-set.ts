import { isFields } from '@wardstone/dto';
import { ReportedChangeSet, ReportedDrift } from '@wardstone/dto/monitoring';
import { fieldReader } from '../reports/field-reader';
import { MAX_ITEMS } from '../reports/report-reader';

/** Changes that an agent found for one definition at one time, or a part of them. */
export interface ChangeSet extends Pick<ReportedChangeSet, 'resourceId' | 'definition' | 'version'> {
  timeMs: number;
  part: number;
  /** Replaces the known files; nothing in it counts as changed. */
  isBaseline: boolean;
  isBaseMissing: boolean;
  /** Undefined if it is to be derived from the files. */
  isInCompliance: boolean | undefined;
  drifts: readonly ReportedDrift[];
}

const MAX_LEAD_MS = 10 * 60_000;

const readFields = fieldReader(ReportedChangeSet);
const readDrift = fieldReader(ReportedDrift);

/** Reads a change set; returns a text if it is invalid. See rules agents-9, agents-16. */
export function readChangeSet(item: unknown, nowMs: number): ChangeSet | string {
  const { fields, refusal } = readFields(item);
  if (fields.time !== undefined && fields.time > nowMs + MAX_LEAD_MS) return 'more than 10 minutes ahead';
  if (refusal !== undefined) return refusal;
  const { resourceId, definition, version, time: timeMs = nowMs, part = 0, inCompliance: isInCompliance } = fields;
  const sent = fields.drifts ?? [];
  if (sent.length > MAX_ITEMS) return `more than ${MAX_ITEMS} files`;
  const drifts = new Map<string, ReportedDrift>();
  for (const [index, each] of sent.entries()) {
    const drift = readDrift(isFields(each) ? each : {});
    if (drift.refusal !== undefined) return `drift ${index} ${drift.refusal}`;
    // The database rejects unpaired surrogates.
    const path = drift.fields.path.toWellFormed();
    if (drifts.has(path)) return `drift ${index} names a file for the second time`;
    drifts.set(path, { ...drift.fields, path });
  }
  return {
    resourceId,
    definition,
    version,
    timeMs,
    part,
    isBaseline: version === 0 || fields.baseline === true,
    isBaseMissing: fields.baseDirectoryMissing === true,
    isInCompliance,
    drifts: [...drifts.values()],
  };
}
