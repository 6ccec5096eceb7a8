import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { HeavyWork } from '@wardstone/bootstrap';
import { aCaller, toSubject, type TestCaller } from './test-identity';
import type { TestApi } from './use-api';

/** Any account may have fewer requests that run or wait. */
const MORE_THAN_MAY_WAIT = 200;

/** Runs work while a caller, by default an administrator, has its maximum of expensive requests under way. */
export async function withTurnsSpent(
  api: Pick<TestApi, 'service'>,
  work: () => Promise<unknown>,
  caller: Partial<TestCaller> = {},
  heavyWork = api.service.app.get(HeavyWork, { strict: false }),
): Promise<void> {
  const account = toSubject(aCaller(caller));
  const ends = Array.from({ length: MORE_THAN_MAY_WAIT }, () => new AbortController());
  for (const { signal } of ends) heavyWork.begin({ account, signal }).catch(() => undefined);
  await eventLoopTurn();
  try {
    await work();
  } finally {
    for (const end of ends) end.abort();
  }
}
