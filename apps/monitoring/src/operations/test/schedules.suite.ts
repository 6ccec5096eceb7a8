import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { OperationJobs } from '../operation-jobs.service';
import { OperationScheduleService } from '../schedules/operation-schedule.service';
import { NOW, useOperations } from './use-operations';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('scheduled operations', () => {
  const { api, db, resource, definition, report, rowOf } = useOperations();
  const schedules = '/rest/operation/schedules';
  /** Her permissions are those of her last request, because another issuer vouches for her. */
  const anna = () => api.as({ username: 'anna', subject: 'https://issuer|anna' });
  const create = (body: object) =>
    anna()
      .post(schedules)
      .send({ definitionId: definition(), params: { level: 'WARN' }, ...body });
  const read = async (id: number) => (await api.get(`${schedules}/${id}`).expect(200)).body;
  const listMembers = async (id: number) =>
    (await api.get(`${schedules}/${id}/members`).expect(200)).body as {
      resourceId: number;
      resourceName: string;
      status: string;
      jobId: string | null;
      errorMessage: string | null;
    }[];
  const listStates = async (id: number) =>
    (await listMembers(id)).map(({ resourceName, status }) => `${resourceName} ${status}`);
  const runDue = () => api.service.app.get(OperationScheduleService, { strict: false }).runDue();
  const findJob = async (id: number, name: string) =>
    (await listMembers(id)).find(({ resourceName }) => resourceName === name)!.jobId!;

  /** A group of three resources, `web-1` to `web-3`, of the type with the operation. */
  async function givenWebs(agents: readonly (string | null)[] = ['a', 'a', 'a']): Promise<{ id: number }> {
    const [row] = await db().query<{ type: number }>(`SELECT resource_type_id AS type FROM resource WHERE id = $1`, [
      resource().id,
    ]);
    const members = [];
    for (const [at, agent] of agents.entries()) {
      const web = await givenResource(db(), { name: `web-${at + 1}`, type: { id: row!.type } });
      await db().query(`UPDATE resource SET agent_name = $2 WHERE id = $1`, [web.id, agent]);
      members.push(web);
    }
    return givenGroup(db(), { members });
  }

  it('run on the members of a group, at most maxConcurrent at a time, by name', async () => {
    const group = await givenWebs();
    const { body, headers } = await create({ groupId: group.id, maxConcurrent: 2 }).expect(201);
    const { id } = body as { id: number };
    expect(headers['location']).toMatch(new RegExp(`/rest/operation/schedules/${id}$`));
    expect(body).toMatchObject({ state: 'RUNNING', run: { inProgress: 2, waiting: 1 }, params: { level: 'WARN' } });
    expect(await listStates(id)).toEqual(['web-1 INPROGRESS', 'web-2 INPROGRESS', 'web-3 WAITING']);
    await report(await findJob(id, 'web-2'), 'SUCCESS');
    expect(await listStates(id)).toEqual(['web-1 INPROGRESS', 'web-2 SUCCESS', 'web-3 INPROGRESS']);
    await report(await findJob(id, 'web-1'), 'FAILURE', {}, 'no');
    await report(await findJob(id, 'web-3'), 'SUCCESS');
    expect(await read(id)).toMatchObject({
      state: 'ENDED',
      nextTime: 0,
      run: { status: 'FAILURE', endTime: NOW, succeeded: 2, failed: 1, waiting: 0 },
    });
    expect((await listMembers(id))[0]).toMatchObject({ status: 'FAILURE', errorMessage: 'no' });
  });

  it('skip the rest after the first failure if requested', async () => {
    const group = await givenWebs();
    const { body } = await create({ groupId: group.id, maxConcurrent: 1, stopOnFailure: true }).expect(201);
    const { id } = body as { id: number };
    await report(await findJob(id, 'web-1'), 'SUCCESS');
    await report(await findJob(id, 'web-2'), 'FAILURE', {}, 'It ended with exit code 1');
    expect(await listStates(id)).toEqual(['web-1 SUCCESS', 'web-2 FAILURE', 'web-3 SKIPPED']);
    expect(await read(id)).toMatchObject({ state: 'ENDED', run: { status: 'FAILURE', skipped: 1 } });
    const [, , third] = await listMembers(id);
    const work = await db().query(`SELECT id FROM agent_work w WHERE w.resource_id = $1`, [third!.resourceId]);
    expect(work).toEqual([]);
  });

  it('stop at a member that fails at once because it has no agent', async () => {
    const group = await givenWebs(['a', null, 'a']);
    const { body } = await create({ groupId: group.id, stopOnFailure: true }).expect(201);
    expect(await listStates((body as { id: number }).id)).toEqual([
      'web-1 INPROGRESS',
      'web-2 FAILURE',
      'web-3 SKIPPED',
    ]);
  });

  it('are canceled with waiting and running executions', async () => {
    const group = await givenWebs();
    const { id } = (await create({ groupId: group.id, maxConcurrent: 1 }).expect(201)).body as { id: number };
    const { body } = await api.post(`${schedules}/${id}/cancel`).expect(200);
    expect(body).toMatchObject({ state: 'ENDED', canceledBy: expect.any(String), run: { status: 'CANCELED' } });
    expect(await listStates(id)).toEqual(['web-1 CANCELED', 'web-2 SKIPPED', 'web-3 SKIPPED']);
    await api.post(`${schedules}/${id}/cancel`).expect(409);
    await api.delete(`${schedules}/${id}`).expect(204);
    await api.get(`${schedules}/${id}`).expect(404);
  });

  it('run later, once, and do not make up for a missed time', async () => {
    const { body } = await create({ resourceId: resource().id, startTime: NOW + 90_000 }).expect(201);
    const { id } = body as { id: number };
    expect(body).toMatchObject({ state: 'SCHEDULED', nextTime: NOW + 90_000 });
    await runDue();
    expect(await listMembers(id)).toEqual([]);
    api.clock.set(NOW + 10 * MINUTE);
    await runDue();
    await runDue();
    expect(await listMembers(id)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ state: 'RUNNING', nextTime: 0 });
    await api.delete(`${schedules}/${id}`).expect(409);
  });

  it('recur, and skip a run while the previous one has not ended', async () => {
    const times = { rule: 'FREQ=DAILY', timeZone: 'UTC', startTime: NOW + MINUTE };
    const { id } = (await create({ resourceId: resource().id, ...times }).expect(201)).body as { id: number };
    api.clock.set(NOW + MINUTE);
    await runDue();
    expect(await read(id)).toMatchObject({ state: 'RUNNING', nextTime: NOW + MINUTE + DAY, problem: null });
    api.clock.set(NOW + MINUTE + DAY);
    await runDue();
    expect(await read(id)).toMatchObject({
      nextTime: NOW + MINUTE + 2 * DAY,
      problem: 'The previous run has not ended',
    });
    const [{ jobId }] = (await listMembers(id)) as unknown as [{ jobId: string }];
    await report(jobId, 'SUCCESS');
    expect(await read(id)).toMatchObject({ state: 'SCHEDULED', run: { status: 'SUCCESS' } });
    api.clock.set(NOW + MINUTE + 2 * DAY);
    await runDue();
    expect(await listMembers(id)).toHaveLength(2);
  });

  it('do not run for people who may no longer run operations', async () => {
    await givenGroup(db(), { members: [resource()], roles: ['operator'] });
    const oscar = api.as({ username: 'oscar', subject: 'https://issuer|oscar', roles: ['operator'] });
    const { body } = await oscar
      .post(schedules)
      .send({ definitionId: definition(), params: { level: 'x' }, resourceId: resource().id, startTime: NOW + MINUTE })
      .expect(201);
    const { id } = body as { id: number };
    await api
      .as({ username: 'oscar', subject: 'https://issuer|oscar', roles: ['viewer'] })
      .get('/rest/user/oscar')
      .expect(200);
    api.clock.set(NOW + MINUTE);
    await runDue();
    expect(await read(id)).toMatchObject({
      state: 'ENDED',
      problem: expect.stringContaining('may not run operations'),
    });
    expect(await listMembers(id)).toEqual([]);
  });

  it('are refused without a target, with wrong parameters, times or types, and without permission', async () => {
    const group = await givenWebs();
    const other = await givenResource(db(), { type: await givenType(db()) });
    const one = { resourceId: resource().id };
    await create({}).expect(406);
    await create({ ...one, groupId: group.id }).expect(406);
    await create({ ...one, params: { level: 'x', seconds: 'y' } }).expect(406);
    await create({ ...one, maxConcurrent: 0 }).expect(406);
    await create({ ...one, rule: 'FREQ=SECONDLY', timeZone: 'UTC' }).expect(406);
    await create({ resourceId: other.id }).expect(406);
    await create({ groupId: (await givenGroup(db(), { members: [other] })).id }).expect(406);
    await create({ resourceId: 2_000_000_042 }).expect(404);
    await create({ ...one, definitionId: 2_000_000_042 }).expect(404);
    await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
    const viewer = api.as({ roles: ['viewer'], username: 'vic' });
    await viewer
      .post(schedules)
      .send({ definitionId: definition(), ...one, params: { level: 'x' } })
      .expect(403);
    const { id } = (await create({ ...one, startTime: NOW + MINUTE }).expect(201)).body as { id: number };
    expect((await viewer.get(`${schedules}/${id}`).expect(200)).body).toMatchObject({ params: {} });
    await viewer.post(`${schedules}/${id}/cancel`).expect(403);
    await viewer.delete(`${schedules}/${id}`).expect(403);
    await api
      .as({ roles: ['viewer'], username: 'nobody' })
      .get(`${schedules}?groupId=${group.id}`)
      .expect(200, []);
  });

  it('end their run when resources are erased meanwhile', async () => {
    const group = await givenWebs();
    const { id } = (await create({ groupId: group.id, maxConcurrent: 1 }).expect(201)).body as { id: number };
    await db().query(`DELETE FROM operation_history WHERE id = $1`, [(await rowOf(await findJob(id, 'web-1'))).id]);
    await runDue();
    expect(await listStates(id)).toEqual(['web-1 FAILURE', 'web-2 INPROGRESS', 'web-3 WAITING']);
  });

  it('are listed by target and state, and deleted with the history of operations', async () => {
    const group = await givenWebs();
    const { id } = (await create({ groupId: group.id }).expect(201)).body as { id: number };
    const listed = async (query: string) =>
      ((await api.get(`${schedules}?${query}`).expect(200)).body as { id: number }[]).map((each) => each.id);
    expect(await listed(`groupId=${group.id}`)).toEqual([id]);
    expect(await listed(`groupId=${group.id}&state=RUNNING`)).toEqual([id]);
    expect(await listed(`groupId=${group.id}&state=SCHEDULED`)).toEqual([]);
    expect(await listed(`resourceId=${resource().id}`)).toEqual([]);
    for (const web of ['web-1', 'web-2', 'web-3']) await report(await findJob(id, web), 'SUCCESS');
    expect(await listed(`groupId=${group.id}&state=ENDED`)).toEqual([id]);
    api.clock.set(NOW + 91 * DAY);
    const jobs = api.service.app.get(OperationJobs, { strict: false });
    await jobs.purge({ signal: new AbortController().signal });
    expect(await listed(`groupId=${group.id}`)).toEqual([]);
  });
});
