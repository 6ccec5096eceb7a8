import { DRIFT_CATEGORIES } from '@wardstone/dto/monitoring';
import type { DriftCategory } from '@wardstone/dto/monitoring';
import { idOf, isFields, timeOf } from '../reports/report-reader';

/** What an agent found under one definition at a time. */
export interface ChangeSet {
  resourceId: number;
  definition: string;
  /** 0 lists what was there at first. */
  version: number;
  timeMs: number;
  isInCompliance: boolean;
  drifts: readonly { category: DriftCategory; path: string }[];
}

const MOST_AHEAD_MS = 10 * 60_000;
const LONGEST_PATH = 4000;

/** The change set, or what is wrong with it. See rule agents-9. */
export function readChangeSet(item: unknown, nowMs: number): ChangeSet | string {
  if (!isFields(item)) return 'not an object';
  const { definition, version, inCompliance, time = nowMs, drifts: sent = [] } = item;
  const resourceId = idOf(item['resourceId']);
  if (resourceId === undefined) return 'unknown resource';
  if (typeof definition !== 'string' || definition === '') return 'field definition must be a string';
  if (version !== 0 && idOf(version) === undefined) return 'field version must be a whole number from 0';
  const timeMs = timeOf(time);
  if (timeMs === undefined) return 'field time must be a time';
  if (timeMs > nowMs + MOST_AHEAD_MS) return 'more than 10 minutes ahead';
  const drifts = readDrifts(sent);
  if (typeof drifts === 'string') return drifts;
  // Agents that do not judge only tell of what changed.
  const isInCompliance = typeof inCompliance === 'boolean' ? inCompliance : version === 0 || drifts.length === 0;
  return { resourceId, definition, version: version as number, timeMs, isInCompliance, drifts };
}

function readDrifts(sent: unknown): ChangeSet['drifts'] | string {
  if (!Array.isArray(sent)) return 'field drifts must be a list';
  const drifts = sent.map((item: unknown) => {
    const { category: word, path } = isFields(item) ? item : {};
    const category = DRIFT_CATEGORIES.find((known) => known === word);
    const isPath = typeof path === 'string' && path !== '' && path.length <= LONGEST_PATH;
    return category && isPath ? { category, path } : undefined;
  });
  const wrong = drifts.indexOf(undefined);
  return wrong < 0
    ? (drifts as ChangeSet['drifts'][number][])
    : `drift ${wrong} needs a known category and a path of at most ${LONGEST_PATH} characters`;
}
