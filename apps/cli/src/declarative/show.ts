import { toPrintable } from '../shell';
import { serialise, formatTitle } from './records';
import { type FieldChange, type Plan, type Step } from './plan';

const SIGNS = { create: '+', change: '~', replace: '-/+', delete: '-' } as const;
const MAX_LENGTH = 200;

/** A plan for display. Pure. */
export function linesOfPlan({ steps, unchanged }: Plan): string[] {
  const lines = steps.flatMap((step) => [
    formatHead(step),
    ...step.changes.flatMap((change) => linesOfChange(step, change)),
  ]);
  return [...lines, `Plan: ${counted(steps)}; ${unchanged} unchanged.`];
}

/** Pure. */
export function formatHead({ action, identity, at }: Step): string {
  return toPrintable(`${SIGNS[action].padEnd(3)} ${formatTitle(identity)}${at ? `  (${at})` : ''}`);
}

function counted(steps: readonly Step[]): string {
  const counts = Object.keys(SIGNS).map((action) => {
    const count = steps.filter((step) => step.action === action).length;
    return count === 0 ? '' : `${count} to ${action}`;
  });
  return counts.filter(Boolean).join(', ') || 'nothing to do';
}

/** Values before and after; of a list, its removed and added entries. */
function linesOfChange({ kind }: Step, { path, before, after }: FieldChange): string[] {
  const name = `      ${path.join('.')}:`;
  const lines = kind.showChange?.(path[0]!, before, after) ?? listChanges(before, after);
  if (!lines) return [toPrintable(`${name} ${shown(before)} -> ${shown(after)}`)];
  return [toPrintable(name), ...lines.map((each) => toPrintable(`        ${each}`))];
}

/** Undefined if the values are not lists, or are only repeated differently. */
function listChanges(before: unknown, after: unknown): string[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const [old, wanted] = [before.map(serialise), after.map(serialise)];
  const goes = before.filter((_each, at) => !wanted.includes(old[at]!));
  const comes = after.filter((_each, at) => !old.includes(wanted[at]!));
  const lines = [...goes.map((each) => `- ${shown(each)}`), ...comes.map((each) => `+ ${shown(each)}`)];
  return lines.length === 0 ? undefined : lines;
}

function shown(value: unknown): string {
  const text = value === undefined || value === null ? 'none' : JSON.stringify(value);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}
