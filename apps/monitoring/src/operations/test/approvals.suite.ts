import { type Requests, rounds } from '@wardstone/testing';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useOperations } from './use-operations';

describe('operations that a second person must approve', () => {
  const { api, db, resource, definition, execute, history, hrefOf, report } = useOperations({
    OPERATION_APPROVAL: 'setLogLevel',
  });
  const bob = () => api.as({ username: 'bob', roles: ['admin'] });
  const work = () => db().query(`SELECT id FROM agent_work w WHERE w.resource_id = $1`, [resource().id]);
  /** A scheduled operation that waits for approval. */
  const schedule = async (): Promise<string> => {
    const sent = { definitionId: definition(), resourceId: resource().id, params: { level: 'x' } };
    const anna = api.as({ username: 'anna', subject: 'https://issuer|anna' });
    const { body } = await anna.post('/rest/operation/schedules').send(sent).expect(201);
    return `schedules/${(body as { id: number }).id}`;
  };
  const including = 'include=awaitsApproval,requestedBy,approvedBy,params';

  it('wait, and start once another person has approved them', async () => {
    const jobId = await execute();
    const waiting = (await history(`${jobId}?${including}`).expect(200)).body;
    expect(waiting).toMatchObject({
      status: 'inprogress',
      awaitsApproval: true,
      approvedBy: null,
      params: { level: 'WARN' },
    });
    expect(await work()).toEqual([]);
    const listed = await api.get('/rest/operation/history?awaitsApproval=true').expect(200);
    expect((listed.body as { jobId: string }[]).map((each) => each.jobId)).toEqual([jobId]);
    await bob().post(`/rest/operation/history/${jobId}/approve`).expect(200);
    expect((await history(`${jobId}?${including}`)).body).toMatchObject({ awaitsApproval: false, approvedBy: 'bob' });
    expect(await work()).toHaveLength(1);
    await bob().post(`/rest/operation/history/${jobId}/approve`).expect(409);
    await report(jobId, 'SUCCESS');
    await history(jobId).expect(200);
  });

  it.each([
    ['the same person', {}],
    ['the same person by another login', { username: 'renamed' }],
    ['an account of the same name', { subject: 'https://elsewhere|1' }],
    ['a program', { username: 'robot', subject: 'https://elsewhere|2', type: 'ServiceAccount' as const }],
    [
      'somebody without the permission',
      { username: 'vic', subject: 'https://elsewhere|3', roles: ['viewer' as const] },
    ],
  ])('are not approved by %s', async (_who, caller) => {
    const ann = { username: 'ann', subject: 'https://here|1', roles: ['admin' as const] };
    await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
    const draft = await api
      .as(ann)
      .post(`/rest/operation/definition/${definition()}?resourceId=${resource().id}`)
      .expect(200);
    const { id } = draft.body as { id: number };
    const sent = { readyToSubmit: true, params: { level: 'x' } };
    const { body } = await api.as(ann).put(`/rest/operation/${id}`).send(sent).expect(200);
    const jobId = hrefOf(body, 'history').split('/').at(-1)!;
    await api
      .as({ ...ann, ...caller })
      .post(`/rest/operation/history/${jobId}/approve`)
      .expect(403);
    expect(await work()).toEqual([]);
  });

  it.each(['reject', 'cancel'])('never run after %s', async (verb) => {
    const jobId = await execute();
    await bob().post(`/rest/operation/history/${jobId}/${verb}`).send({}).expect(200);
    expect((await history(`${jobId}?${including}`)).body).toMatchObject({
      status: 'canceled',
      awaitsApproval: false,
      errorMessage: verb === 'reject' ? 'Rejected by bob' : 'Canceled before it began',
    });
    for (const late of ['approve', 'reject']) {
      const { headers } = await bob().post(`/rest/operation/history/${jobId}/${late}`).send({}).expect(409);
      expect(headers['x-error-type']).toBe('operation_not_awaiting_approval');
    }
    expect(await work()).toEqual([]);
  });

  it('tell the requester who rejected them and why', async () => {
    const sent = { reason: ' Wait for the\nmaintenance window ' };
    const told = 'Rejected by bob: Wait for the\nmaintenance window';
    const jobId = await execute();
    await bob().post(`/rest/operation/history/${jobId}/reject`).send(sent).expect(200);
    expect((await history(jobId)).body).toMatchObject({ status: 'canceled', errorMessage: told });
    const { body } = await bob()
      .post(`/rest/operation/${await schedule()}/reject`)
      .send(sent)
      .expect(200);
    expect(body).toMatchObject({ state: 'ENDED', canceledBy: 'bob', problem: told });
  });

  it('are not rejected for a reason that is too long', async () => {
    const sent = { reason: 'x'.repeat(1_001) };
    const jobId = await execute();
    await bob().post(`/rest/operation/history/${jobId}/reject`).send(sent).expect(406);
    await bob()
      .post(`/rest/operation/${await schedule()}/reject`)
      .send(sent)
      .expect(406);
    expect((await history(`${jobId}?${including}`)).body).toMatchObject({ status: 'inprogress', awaitsApproval: true });
  });

  it.each(['an execution', 'a schedule'])('are approved or rejected, never both: %s', async (what) => {
    const carol = api.as({ username: 'carol', roles: ['admin'] });
    for (let round = 0; round < rounds(50); round++) {
      const given = await (what === 'a schedule' ? schedule() : execute().then((job) => `history/${job}`));
      const decisions: (readonly [Requests, string])[] = [
        [bob(), 'approve'],
        [carol, 'reject'],
      ];
      const inTurn = round % 2 === 0 ? decisions : decisions.toReversed();
      const statuses = await Promise.all(
        inTurn.map(async ([who, verb]) => (await who.post(`/rest/operation/${given}/${verb}`).send({})).status),
      );
      expect(statuses.toSorted()).toEqual([200, 409]);
      const [, verb] = inTurn[statuses.indexOf(200)]!;
      expect([verb, await work()]).toEqual([verb, verb === 'approve' ? [expect.anything()] : []]);
      await db().query('DELETE FROM agent_work');
      api.clock.advance(1);
    }
  });

  it('are not rejected by somebody without the permission', async () => {
    const jobId = await execute();
    await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
    const viewer = api.as({ username: 'vic', roles: ['viewer'] });
    await viewer.post(`/rest/operation/history/${jobId}/reject`).send({}).expect(403);
    await viewer
      .post(`/rest/operation/${await schedule()}/reject`)
      .send({})
      .expect(403);
    expect((await history(`${jobId}?${including}`)).body).toMatchObject({ status: 'inprogress', awaitsApproval: true });
  });

  it('are approved once for all runs of a schedule', async () => {
    const member = await givenResource(db(), { name: 'web-1' });
    await db().query(
      `UPDATE resource r SET agent_name = 'a', resource_type_id = o.resource_type_id FROM resource o WHERE r.id = $1 AND o.id = $2`,
      [member.id, resource().id],
    );
    const group = await givenGroup(db(), { members: [resource(), member] });
    const anna = api.as({ username: 'anna', subject: 'https://issuer|anna' });
    const { body } = await anna
      .post('/rest/operation/schedules')
      .send({ definitionId: definition(), groupId: group.id, params: { level: 'x' } })
      .expect(201);
    expect(body).toMatchObject({ state: 'AWAITING_APPROVAL', approvedBy: null });
    expect(body).not.toHaveProperty('run');
    const approve = `/rest/operation/schedules/${(body as { id: number }).id}/approve`;
    await anna.post(approve).expect(403);
    const approved = await bob().post(approve).expect(200);
    expect(approved.body).toMatchObject({ state: 'RUNNING', approvedBy: 'bob', run: { inProgress: 2 } });
    await bob().post(approve).expect(409);
    expect(await work()).toHaveLength(1);
    const executions = await db().query(
      `SELECT h.approved_by, h.awaits_approval
         FROM operation_history h
         JOIN operation_run_member m ON m.operation_history_id = h.id
         JOIN operation_run run ON run.id = m.operation_run_id
        WHERE run.operation_schedule_id = $1`,
      [(body as { id: number }).id],
    );
    const approvedExecution = { approved_by: 'bob', awaits_approval: false };
    expect(executions).toEqual([approvedExecution, approvedExecution]);
  });
});
