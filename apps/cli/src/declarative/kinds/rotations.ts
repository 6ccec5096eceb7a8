import type { Row } from '@wardstone/client';
import { type Kind } from '../kind';
import { sortSet, type Spec } from '../records';
import type { Installation } from '../installation';
import { bodyFields } from '../../openapi';
import { objectSchema } from '../schemas';
import { userId } from './sender-settings';
import { A_NAME } from './references';
import { aTime, normalizeTime } from './times';

/** A login, or the id of a removed person. */
type Person = string | number;
type Rotation = Row<'/rest/on-call/rotation'>;

interface Override {
  user: Person;
  startTime: string;
  endTime: string;
}

const SETTINGS = ['timeZone', 'turn', 'handOverTime', 'firstDay', 'handoverMessage', 'testDay', 'testTime'] as const;
const PERSON = {
  description: 'the login of an account, or the id of a user',
  oneOf: [{ type: 'string', minLength: 1 }, { type: 'integer' }],
};

export const ROTATION_KIND: Kind = {
  kind: 'Rotation',
  file: 'rotations',
  about: 'On-call rotation',
  fields: () => {
    const { members, overrides, ...fields } = bodyFields('post', '/rest/on-call/rotation');
    const { startTime, endTime } = overrides!.items!.properties!;
    return {
      ...Object.fromEntries(SETTINGS.map((name) => [name, fields[name]!])),
      members: { ...members!, items: PERSON, minItems: 1 },
      overrides: {
        ...overrides!,
        description: 'Overrides: who is on call instead of the scheduled member. Past overrides are omitted',
        items: objectSchema({ user: PERSON, startTime: aTime(startTime!), endTime: aTime(endTime!) }),
      },
    };
  },
  required: ['timeZone', 'firstDay', 'members'],
  nameSchema: { ...A_NAME, maxLength: 100 },
  comparable: ({ overrides, ...spec }, nowMs) => ({
    ...spec,
    ...(overrides !== undefined && {
      overrides: sortSet(
        (overrides as Override[])
          .filter(({ endTime }) => !(Date.parse(endTime) <= nowMs))
          .map(({ startTime, endTime, ...each }) => ({
            ...each,
            startTime: normalizeTime(startTime),
            endTime: normalizeTime(endTime),
          })),
      ),
    }),
  }),
  async check(at, _identity, spec) {
    await getPeople(at, spec);
  },
  async read({ client }, id) {
    if (id !== undefined) {
      const { body, headers } = await client.call('get', '/rest/on-call/rotation/{id}', { path: { id } });
      return [{ ...toFound(body), tag: headers.get('etag')! }];
    }
    const found = [];
    for await (const row of client.rows('/rest/on-call/rotation')) found.push(toFound(row));
    return found;
  },
  async create(at, { name }, spec) {
    await at.client.post('/rest/on-call/rotation', { body: await toBody(at, name, spec) });
  },
  async change(at, { id, name, tag }, spec) {
    const body = await toBody(at, name, spec);
    await at.client.put('/rest/on-call/rotation/{id}', { path: { id }, headers: { 'If-Match': tag! }, body });
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/on-call/rotation/{id}', { path: { id } })),
};

function toFound({ id, name, members, overrides = [], ...settings }: Rotation) {
  return {
    id: String(id),
    name,
    spec: {
      ...Object.fromEntries(
        SETTINGS.flatMap((field) => (settings[field] === undefined ? [] : [[field, settings[field]]])),
      ),
      members: members.map(getPerson),
      overrides: overrides.map((each) => ({
        user: getPerson(each),
        startTime: new Date(each.startTime).toISOString(),
        endTime: new Date(each.endTime).toISOString(),
      })),
    },
  };
}

function getPerson({ userId: id, login }: { userId: number; login?: string }): Person {
  return login ?? id;
}

/** @throws CommandError, ApiError */
async function getPeople(at: Installation, { members = [], overrides = [] }: Spec) {
  const ids = [];
  for (const person of members as Person[]) ids.push({ userId: await userId(at, person) });
  const times = [];
  for (const { user, startTime, endTime } of overrides as Override[])
    times.push({ userId: await userId(at, user), startTime: Date.parse(startTime), endTime: Date.parse(endTime) });
  return { members: ids, overrides: times };
}

async function toBody(at: Installation, name: string, spec: Spec) {
  const settings = Object.fromEntries(SETTINGS.map((field) => [field, spec[field]]));
  return { name, ...(settings as Pick<Rotation, (typeof SETTINGS)[number]>), ...(await getPeople(at, spec)) };
}
