import { isDeepStrictEqual } from 'node:util';
import { hideAddress, MASK } from '@wardstone/terms';
import { CommandError } from '../../command-error';
import { serialise, type Spec } from '../records';
import { objectSchema } from '../schemas';
import { type Schema } from '../kind';

/** Settings that form the destination of a notification; the service keeps no secret for another destination. */
const DESTINATIONS = ['url', 'host', 'port'];

export interface Notification {
  sender: string;
  config?: Spec;
  /** Parameters of an operation. */
  extraConfig?: Spec;
}

const SETTINGS: Schema = { type: 'object', additionalProperties: true };

export const NOTIFICATIONS: Schema = {
  type: 'array',
  maxItems: 100,
  description: 'Recipients; their order does not matter',
  items: objectSchema(
    {
      sender: { type: 'string', minLength: 1, description: 'Name of the sender: wardstone list senders' },
      config: {
        ...SETTINGS,
        description: `Configuration of the sender; a value that contains ${MASK} is kept. Users and roles are lists of names`,
      },
      extraConfig: {
        ...SETTINGS,
        description: 'Parameters of the operation that the sender Resource Operations starts',
      },
    },
    ['sender'],
  ),
};

/** Notifications in the format of documents. */
export function toNotifications(
  records: readonly { senderName: string; config: Spec; extraConfig?: Spec }[],
  namesOf: (sender: string, config: Spec) => Promise<Spec>,
): Promise<Notification[]> {
  return Promise.all(
    records.map(async ({ senderName, config, extraConfig }) => ({
      sender: senderName,
      config: await namesOf(senderName, config),
      ...(extraConfig && { extraConfig }),
    })),
  );
}

/** Removes secrets from addresses. Pure. */
export function exportedNotifications<T extends Notification>(notifications: readonly T[]): T[] {
  return notifications.map((each) => {
    const url = each.config?.['url'];
    return typeof url === 'string' && url !== ''
      ? { ...each, config: { ...each.config, url: hideAddress(url) } }
      : each;
  });
}

interface Pairing<T extends Notification> {
  /** Present notifications with their replacements. */
  changed: readonly (readonly [T, Notification])[];
  removed: readonly T[];
  added: readonly Notification[];
}

/** Matches present notifications with new ones: equal ones first, then those with the same sender. Pure. */
export function findPredecessors<T extends Notification>(
  before: readonly T[],
  after: readonly Notification[],
): (T | undefined)[] {
  const left = [...before];
  const take = (fits: (each: T) => boolean): T | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const same = after.map((wanted) => take((each) => isSameNotification(each, wanted)));
  return after.map((wanted, at) => same[at] ?? take(({ sender }) => sender === wanted.sender));
}

/** Changes of notifications. Pure. */
export function pairNotifications<T extends Notification>(
  before: readonly T[],
  after: readonly Notification[],
): Pairing<T> {
  const old = findPredecessors(before, after);
  return {
    changed: after.flatMap((wanted, at) => {
      const each = old[at];
      return each && !isSameNotification(each, wanted) ? [[each, wanted] as const] : [];
    }),
    removed: before.filter((each) => !old.includes(each)),
    added: after.filter((_wanted, at) => !old[at]),
  };
}

function isSameNotification(before: Notification, after: Notification): boolean {
  return (
    before.sender === after.sender &&
    isSameSettings(before.config, after.config) &&
    isSameSettings(before.extraConfig, after.extraConfig)
  );
}

/** The services may return typed values where the document has text. */
function isSameSettings(before: Spec = {}, after: Spec = {}): boolean {
  const [left, right] = [settled(before), settled(after)];
  return (
    isDeepStrictEqual(Object.keys(left).sort(), Object.keys(right).sort()) &&
    Object.entries(left).every(([name, value]) => isSameValue(value, right[name]!))
  );
}

function settled(settings: Spec): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : serialise(value)]),
  );
}

/** A mask equals any present value, because a difference cannot be seen; for addresses the server part can. */
function isSameValue(before: string, after: string): boolean {
  if (before === after || (before === MASK && after !== '')) return true;
  return URL.canParse(after) ? after === hideAddress(before) : after.includes(MASK);
}

/**
 * Configuration to store, with the present secrets in place of masks.
 * @throws CommandError without a present secret
 */
export function unmask(wanted: Notification, before?: Notification): Notification {
  const problem = maskProblem(wanted, before);
  if (problem !== undefined) throw new CommandError(problem);
  const { config, extraConfig } = wanted;
  return {
    ...wanted,
    config: kept(config, before?.config),
    ...(extraConfig && { extraConfig: kept(extraConfig, before?.extraConfig) }),
  };
}

function kept(wanted: Spec = {}, before: Spec = {}): Spec {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, isMasked(value) ? before[name] : value]),
  );
}

/**
 * Why a mask is invalid; undefined if it is valid. The service replaces a mask by its stored secret, but would store
 * the mask of a parameter. Pure.
 */
export function maskProblem(
  { sender, config = {}, extraConfig = {} }: Notification,
  before?: Notification,
): string | undefined {
  const old = before?.config ?? {};
  const isLost = (name: string, value: unknown): boolean => isMasked(value) && old[name] === undefined;
  const lost =
    Object.entries(config).find(([name, value]) => isLost(name, value)) ??
    Object.entries(extraConfig).find(
      ([name, value]) => isMasked(value) && isMasked(before?.extraConfig?.[name] ?? value),
    );
  if (lost) return `${sender}: ${lost[0]} is masked, but no value of it is stored: give it`;
  const [left, right] = [settled(old), settled(config)];
  const moved = DESTINATIONS.find((name) => !isSameValue(left[name] ?? '', right[name] ?? ''));
  if (moved === undefined) return undefined;
  const hidden = Object.keys(right).find((name) => isMasked(right[name]));
  return hidden && `${sender}: ${hidden} is masked, but ${moved} was changed: give it again`;
}

function isMasked(value: unknown): boolean {
  return serialise(value ?? null).includes(MASK);
}

/** Only names, because values may be secrets. Pure. */
export function notificationChanges(before: readonly Notification[], after: readonly Notification[]): string[] {
  const { changed, removed, added } = pairNotifications(before, after);
  return [
    ...changed.map(([old, wanted]) => `~ ${wanted.sender}: ${namesThatDiffer(old, wanted).join(', ')}`),
    ...removed.map((each) => `- ${each.sender}: ${namesThatDiffer(each, { sender: '' }).join(', ')}`),
    ...added.map((each) => `+ ${each.sender}: ${namesThatDiffer(each, { sender: '' }).join(', ')}`),
  ];
}

function namesThatDiffer(before: Notification, after: Notification): string[] {
  const [left, right] = [before, after].map(({ config = {}, extraConfig = {} }) => ({
    ...settled(config),
    ...settled(extraConfig),
  })) as [Record<string, string>, Record<string, string>];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names
    .filter((name) => left[name] === undefined || right[name] === undefined || !isSameValue(left[name], right[name]))
    .sort();
}
