import { type Fields, isFields } from '@wardstone/dto';
import type { ComplianceReport, ComplianceResult } from '@wardstone/dto/monitoring';

/** Monitoring's response to facts. */
export type Receipt = Pick<ComplianceResult, 'waiting' | 'rejected' | 'platforms'>;

const MAX_REASON_LENGTH = 500;
const MAX_ID = 2 ** 31 - 1;

/**
 * Facts are deleted according to the response, so it must mention each sent one once, and no other system.
 * @throws Error when it does not fit what was sent
 */
export function readReceipt(sent: unknown, { reportId, facts }: ComplianceReport): Receipt {
  const receipt = isFields(sent) ? sent : {};
  const waiting = toList(receipt, 'waiting', isPlace);
  const rejected = toList(receipt, 'rejected', isRejection);
  const platforms = toList(receipt, 'platforms', isPlatform);
  const places = [...waiting, ...rejected.map(({ index }) => index)];
  const systems = new Set(facts.map(({ systemId }) => systemId));
  const fits =
    receipt['reportId'] === reportId &&
    places.every((place) => place < facts.length) &&
    new Set(places).size === places.length &&
    receipt['accepted'] === facts.length - places.length &&
    platforms.every(({ systemId }) => systems.has(systemId));
  if (!fits) throw new Error('monitoring returned a result of other facts than it was sent');
  return {
    waiting,
    rejected: rejected.map(({ index, reason }) => ({ index, reason: reason.slice(0, MAX_REASON_LENGTH) })),
    platforms,
  };
}

function toList<T>(receipt: Fields, name: string, isItem: (item: unknown) => item is T): T[] {
  const list = receipt[name];
  if (!Array.isArray(list) || !list.every(isItem)) throw new Error(`monitoring returned a result without ${name}`);
  return list;
}

const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

const isRejection = (value: unknown): value is Receipt['rejected'][0] =>
  isFields(value) && isPlace(value['index']) && typeof value['reason'] === 'string';

const isPlatform = (value: unknown): value is Receipt['platforms'][0] =>
  isFields(value) &&
  typeof value['systemId'] === 'string' &&
  isPlace(value['resourceId']) &&
  value['resourceId'] <= MAX_ID;
