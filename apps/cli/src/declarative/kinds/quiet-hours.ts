import { isApiFailure } from '@wardstone/client';
import { CommandError } from '../../command-error';
import { type Kind } from '../kind';
import { sortSet } from '../records';
import type { Installation } from '../installation';
import { bodyFields } from '../../openapi';

export const QUIET_HOURS_KIND: Kind = {
  kind: 'QuietHours',
  file: 'quiet-hours',
  about: 'Hours in which a person gets only urgent alerts; the name is the login, and you can set only your own',
  fields: () => bodyFields('put', '/rest/on-call/quiet-hours'),
  required: ['timeZone', 'startTime', 'endTime'],
  comparable: ({ days, ...spec }) => ({ ...spec, ...(days !== undefined && { days: sortSet(days as string[]) }) }),
  async check(at, { name }) {
    const caller = await callerName(at);
    if (name !== caller) throw new CommandError(`You can set only your own, and you are logged in as ${caller}.`);
  },
  async read(at) {
    const name = await callerName(at);
    try {
      const { timeZone, startTime, endTime, days, urgentPriority } = await at.client.get('/rest/on-call/quiet-hours');
      return [{ id: name, name, spec: { timeZone, startTime, endTime, days, urgentPriority } }];
    } catch (error) {
      if (isApiFailure(error) && error.status === 404) return [];
      throw error;
    }
  },
  create: (at, _identity, spec) => set(at, spec),
  change: (at, _found, spec) => set(at, spec),
  remove: async ({ client }) => void (await client.delete('/rest/on-call/quiet-hours')),
};

async function set({ client }: Installation, spec: object): Promise<void> {
  // The schema of the document is that of the body.
  await client.put('/rest/on-call/quiet-hours', { body: spec });
}

async function callerName(at: Installation): Promise<string> {
  const { identity } = await at.once('caller', () => at.client.get('/auth/caller'));
  return identity.user.username;
}
