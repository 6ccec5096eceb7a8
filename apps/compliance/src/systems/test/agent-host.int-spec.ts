import type { Requests } from '@wardstone/testing';
import { givenPolicy, givenProfile, givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';

const HOST = `${BASE}/agent/system`;
const A_HOST = { display_name: 'host-a', os_name: 'RHEL', os_major_version: 8, os_minor_version: 4 };
const REFUSAL = { errors: ['You are not authorized to access this action.'] };

describe('the host of an agent', () => {
  const { db, api } = useCompliance();
  let serial = 0;
  let name: string;
  let agent: Requests;

  beforeEach(() => {
    name = `web-${++serial}`;
    agent = api.as({ username: name, roles: ['agent'] });
  });

  const report = async (as: Requests = agent, body: object = A_HOST): Promise<string> => {
    const { body: response, status } = await as.put(HOST).send(body);
    expect([200, 201]).toContain(status);
    return response.data.id;
  };

  it('becomes a system at the first report, is kept by the others, and names its agent', async () => {
    const { body, headers } = await agent.put(HOST).send(A_HOST).expect(201);
    const { id } = body.data;

    expect(headers['location']).toBe(`${BASE}/systems/${id}`);
    expect(body.data).toMatchObject({ display_name: 'host-a', os_major_version: 8, agent: name, policies: [] });
    expect(await report(agent, { ...A_HOST, display_name: 'renamed', os_minor_version: 5 })).toBe(id);
    expect((await api.get(`${BASE}/systems/${id}`).expect(200)).body.data).toMatchObject({
      display_name: 'renamed',
      os_minor_version: 5,
      agent: name,
    });
    const { body: found } = await api.get(`${BASE}/systems?filter=agent%3D${name}`).expect(200);
    expect(found.data.map((system: { id: string }) => system.id)).toEqual([id]);
  });

  it('is one system after twenty concurrent first reports', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => report()));

    expect(new Set(ids).size).toBe(1);
  });

  it('keeps its policies when it is rebuilt, also under an account made again', async () => {
    const profile = await givenProfile(db, { minors: [4] });
    const policy = await givenPolicy(db, { profile_id: profile.id });
    const id = await report();
    await api.patch(`${BASE}/policies/${policy.id}/systems/${id}`).expect(202);
    const successor = api.as({ username: name, roles: ['agent'], subject: `wardstone|acme|${name}|later` });

    const { body } = await successor.put(HOST).send(A_HOST).expect(200);

    expect(body.data).toMatchObject({ id, agent: name, policies: [{ id: policy.id }] });
    await agent.get(`${BASE}/systems/${id}`).expect(404);
  });

  it('comes back without its policies after people removed it', async () => {
    const id = await report();
    await api.delete(`${BASE}/systems/${id}`).expect(202);

    const { body } = await agent
      .put(HOST)
      .send({ ...A_HOST, updated: '2026-01-16T00:00:00Z' })
      .expect(201);
    expect(body.data).toMatchObject({ id, policies: [] });
  });

  describe('to an attacker', () => {
    it('is out of reach for another agent, whatever it names', async () => {
      const id = await report();
      const other = api.as({ username: 'other', roles: ['agent'] });
      await other
        .put(HOST)
        .send({ ...A_HOST, agent: name })
        .expect(422);
      await other
        .put(HOST)
        .send({ ...A_HOST, id })
        .expect(422);
      await other
        .put(HOST)
        .send({ ...A_HOST, registered_by: `wardstone|acme|${name}|test` })
        .expect(422);
      const own = await report(other, { ...A_HOST, display_name: 'host-a' });

      expect(own).not.toBe(id);
      await other.get(`${BASE}/systems/${id}`).expect(404);
      expect((await other.get(`${BASE}/systems?filter=agent%3D${name}`)).body.data).toEqual([]);
    });

    it.each([
      ['of another issuer', { subject: 'https://id.example|acme|NAME' }],
      ['of another organisation', { orgId: 'umbrella' }],
    ])(
      'is a different system for an agent of the same name %s',
      async (_who, { subject, orgId }: Record<string, string>) => {
        const id = await report();
        const impostor = api.as({
          username: name,
          roles: ['agent'],
          ...(subject && { subject: subject.replace('NAME', name) }),
          ...(orgId && { orgId }),
        });

        expect(await report(impostor)).not.toBe(id);
        expect(await report()).toBe(id);
      },
    );

    it('is never a system that people or agents registered otherwise', async () => {
      const byHand = await givenSystem(db, { display_name: A_HOST.display_name, os_name: A_HOST.os_name });
      const ownByHand = (await agent.post(`${BASE}/systems`).send(A_HOST).expect(201)).body.data.id;

      expect([byHand.id, ownByHand]).not.toContain(await report());
      expect((await api.get(`${BASE}/systems/${byHand.id}`)).body.data).not.toHaveProperty('agent');
    });

    it('no longer belongs to its agent once it was given to another login', async () => {
      const id = await report();
      await api.put(`${BASE}/systems/${id}/owner`).send({ subject: 'wardstone|acme|olga|test' }).expect(202);

      expect(await report()).not.toBe(id);
      expect((await api.get(`${BASE}/systems/${id}`)).body.data).not.toHaveProperty('agent');
    });

    it.each(['admin', 'operator'] as const)(
      'is not reported by the role %s, nor by an agent that is more',
      async (role) => {
        const caller = api.as({ username: name, roles: [role, 'agent'] });

        expect((await caller.put(HOST).send(A_HOST).expect(403)).body).toEqual(REFUSAL);
        await caller.put(HOST).send({}).expect(406);
      },
    );

    it('counts among the systems of its agent', async () => {
      for (let at = 0; at < 20; at++) await agent.post(`${BASE}/systems`).send(A_HOST).expect(201);

      await agent.put(HOST).send(A_HOST).expect(409);
    });
  });
});
