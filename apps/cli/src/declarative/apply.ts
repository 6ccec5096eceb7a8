import { ApiError, isApiFailure } from '@wardstone/client';
import { CommandError } from '../command-error';
import { explainFailure } from '../shell';
import type { Installation } from './installation';
import { type Identity, getKey, formatTitle } from './records';
import { formatHead } from './show';
import { type Plan, type Step, getVersion } from './plan';

interface Outcome {
  done: number;
  failed: number;
  notTried: number;
}

interface Report {
  done: (line: string) => void;
  failed: (line: string) => void;
}

/**
 * Runs the steps one by one. Steps that depend on a failed one are skipped; without a login or a connection, all are.
 * @throws ApiError in the latter case, after reporting the progress so far
 */
export async function perform(at: Installation, { steps }: Plan, report: Report): Promise<Outcome> {
  const lost = new Set<string>();
  const gone = new Set<string>();
  const outcome = { done: 0, failed: 0, notTried: 0 };
  for (const [index, step] of steps.entries()) {
    if (needed(step).some((identity) => lost.has(getKey(identity)))) {
      lost.add(getKey(step.identity));
      outcome.notTried += 1;
      report.failed(`not tried, because it depends on ${formatTitle(step.identity)}`);
      continue;
    }
    try {
      await performStep(at, step, gone);
      outcome.done += 1;
      report.done(formatHead(step));
    } catch (error) {
      if (!isApiFailure(error) && !(error instanceof CommandError)) throw error;
      lost.add(getKey(step.identity));
      outcome.failed += 1;
      report.failed(explainFailure(error, `failed: ${formatTitle(step.identity)}: `));
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 0)) continue;
      outcome.notTried += steps.length - index - 1;
      return outcome;
    }
  }
  return outcome;
}

function needed({ action, kind, identity, spec }: Step): readonly Identity[] {
  return action === 'delete' ? [] : (kind.references?.(identity, spec) ?? []);
}

/** @param gone replaced or deleted records, which others no longer refer to */
async function performStep(at: Installation, step: Step, gone: Set<string>): Promise<void> {
  const { action, kind, identity, spec, changes } = step;
  const found = step.found && (await unchanged(at, step, gone));
  if (action === 'delete') {
    if (found) await kind.remove!(at, found);
  } else if (action === 'change' && found) {
    await kind.change(at, found, spec, new Set(changes.map(({ path }) => path[0]!)));
    return;
  } else {
    if (found) await kind.remove!(at, found);
    if (!kind.create) throw new CommandError('It cannot be created; the product creates it.');
    await kind.create(at, identity, spec);
  }
  if (found) gone.add(getKey(identity));
  at.forget(kind.kind);
}

/**
 * The present record, which must equal that of the plan; undefined if it was to be deleted, or was deleted with
 * another.
 */
async function unchanged(at: Installation, step: Step, gone: ReadonlySet<string>) {
  let now;
  try {
    [now] = await step.kind.read(at, step.found!.id);
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 404) throw error;
    if (step.action === 'delete') return undefined;
  }
  // References to records that this run has deleted count as changes of others, and may have deleted them.
  const { kind, identity, found } = step;
  if (kind.references?.(identity, found!.spec).some((each) => gone.has(getKey(each)))) return now;
  const [before, after] = [getVersion(step, step.found), getVersion(step, now)];
  if (before === after) return now;
  throw new CommandError(`It was changed since the plan, from version ${before} to ${after}; make another plan.`);
}
