import { randomUUID } from 'node:crypto';
import type { Requests } from '@wardstone/testing';
import type { Response } from 'supertest';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';

const SYSTEMS = `${BASE}/systems`;
const A_SYSTEM = { display_name: 'host', os_major_version: 8, os_minor_version: 4 };
const REFUSAL = {
  errors: ['This agent has reached its limit: 20 registered systems, or 80 systems that were registered and removed.'],
};

describe('systems that an agent registers', () => {
  const { db, api } = useCompliance();
  let serial = 0;
  let agent: Requests;
  let subject: string;

  beforeEach(() => {
    const username = `agent-${++serial}`;
    subject = `wardstone|acme|${username}|test`;
    agent = api.as({ username, roles: ['agent'] });
  });

  const given = async (count: number, over: { deleted_at?: Date } = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) {
      const { id } = await givenSystem(db, { registered_by: subject, ...over });
      ids.push(id);
    }
    return ids;
  };
  const stored = async (): Promise<number> => {
    const rows = await db
      .asOrg('acme')
      .query<{ count: number }>('SELECT count(*)::int AS count FROM system WHERE registered_by = $1', [subject]);
    return rows[0]!.count;
  };

  it('are limited to 20, under 100 concurrent requests', async () => {
    const register = async (at: number): Promise<Response> => {
      const response = await (at % 2 === 0 ? agent.post(SYSTEMS) : agent.put(`${SYSTEMS}/${randomUUID()}`)).send(
        A_SYSTEM,
      );
      // On a busy machine some wait for a connection for too long, which stores nothing.
      return response.status === 503 ? register(at) : response;
    };
    const responses = await Promise.all(Array.from({ length: 100 }, (_, at) => register(at)));
    const count = (status: number): number => responses.filter((response) => response.status === status).length;

    expect([count(201), count(409)]).toEqual([20, 80]);
    expect(await stored()).toBe(20);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.headers['x-error-type']).toMatch(/too_many_systems$/);
    expect(refused.body).toEqual(REFUSAL);
  });

  it('can still be updated at the limit of 20, and registered after one is removed', async () => {
    const [first = ''] = await given(20);

    await agent.put(`${SYSTEMS}/${first}`).send({ display_name: 'renamed' }).expect(200);
    await agent.post(SYSTEMS).send(A_SYSTEM).expect(409);
    await agent.delete(`${SYSTEMS}/${first}`).expect(202);
    await agent.post(SYSTEMS).send(A_SYSTEM).expect(201);
  });

  it('are not restored when that would exceed 20', async () => {
    const [removed = '', other = ''] = await given(2, { deleted_at: new Date('2026-01-01T00:00:00Z') });
    await given(19);
    const again = { ...A_SYSTEM, updated: '2026-01-16T00:00:00Z' };
    const responses = await Promise.all([removed, other].map((id) => agent.put(`${SYSTEMS}/${id}`).send(again)));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('cannot be registered and removed without limit, though removed ones come back', async () => {
    const [removed = ''] = await given(80, { deleted_at: new Date('2026-01-01T00:00:00Z') });

    expect((await agent.post(SYSTEMS).send(A_SYSTEM).expect(409)).body).toEqual(REFUSAL);
    await agent.put(`${SYSTEMS}/${randomUUID()}`).send(A_SYSTEM).expect(409);
    await agent
      .put(`${SYSTEMS}/${removed}`)
      .send({ ...A_SYSTEM, updated: '2026-01-16T00:00:00Z' })
      .expect(201);
  });

  it('are validated before they are counted', async () => {
    await given(20);

    await agent.post(SYSTEMS).send({}).expect(406);
  });

  it('limit neither other agents nor operators', async () => {
    await given(20);
    await api
      .as({ username: 'other', roles: ['agent'] })
      .post(SYSTEMS)
      .send(A_SYSTEM)
      .expect(201);
    const operator = api.as({ username: 'olga', roles: ['operator'] });

    for (let at = 0; at < 21; at++) await operator.post(SYSTEMS).send(A_SYSTEM).expect(201);
  });
});
