import { isFields } from '@wardstone/dto';
import { ReportedChangeSet, ReportedDrift } from '@wardstone/dto/monitoring';
import { fieldReader } from '../reports/field-reader';

/** What an agent found under one definition at a time. */
export interface ChangeSet extends Pick<ReportedChangeSet, 'resourceId' | 'definition' | 'version'> {
  timeMs: number;
  isInCompliance: boolean;
  drifts: readonly ReportedDrift[];
}

const MOST_AHEAD_MS = 10 * 60_000;

const readFields = fieldReader(ReportedChangeSet);
const readDrift = fieldReader(ReportedDrift);

/** The change set, or what is wrong with it. See rule agents-9. */
export function readChangeSet(item: unknown, nowMs: number): ChangeSet | string {
  const { fields, refusal } = readFields(item);
  if (fields.time !== undefined && fields.time > nowMs + MOST_AHEAD_MS) return 'more than 10 minutes ahead';
  if (refusal !== undefined) return refusal;
  const { resourceId, definition, version, time: timeMs = nowMs } = fields;
  const drifts: ReportedDrift[] = [];
  for (const [index, sent] of (fields.drifts ?? []).entries()) {
    const drift = readDrift(isFields(sent) ? sent : {});
    if (drift.refusal !== undefined) return `drift ${index} ${drift.refusal}`;
    drifts.push(drift.fields);
  }
  // Agents that do not judge only tell of what changed.
  const { inCompliance: isInCompliance = version === 0 || drifts.length === 0 } = fields;
  return { resourceId, definition, version, timeMs, isInCompliance, drifts };
}
