import vm from 'node:vm';
import { EXAMPLE_FILLER } from './example-filler';

type Json = Record<string, unknown>;
type Fill = (document: object, ask: (path: string) => Promise<unknown>, now: number) => Promise<{ paths: Json }>;

const fillExamples = vm.runInThisContext(`(() => { ${EXAMPLE_FILLER}; return fillExamples; })()`) as Fill;
const NOW = 1_800_000_000_000;
const PREFIX = '/api/compliance/v2';

const documentWith = (path: string, operation: object, components: object = {}): object => ({
  paths: { [path]: { post: operation } },
  components,
});
const body = (media: object, type = 'application/json'): object => ({ requestBody: { content: { [type]: media } } });

/** Lists come in pages of at most 100, as the services return them; an array is one body whatever is asked for. */
async function filled(document: object, answers: Json = {}): Promise<Json> {
  const answerTo = (target: string): unknown => {
    const { pathname, searchParams } = new URL(target, 'http://service');
    const answer = answers[pathname] as { data?: unknown } | undefined;
    if (!Array.isArray(answer?.data)) return answer;
    const offset = Number(searchParams.get('offset'));
    return { data: answer.data.slice(offset, offset + 100), meta: { total: answer.data.length } };
  };
  const { paths } = await fillExamples(document, (path) => Promise.resolve(answerTo(path)), NOW);
  return (Object.values(paths)[0] as { post: Json }).post;
}

const toExample = ({ requestBody }: Json, type = 'application/json'): unknown =>
  (requestBody as { content: Record<string, { example: unknown }> }).content[type]!.example;

describe('fillExamples', () => {
  it('moves times to now and keeps their distances, in JSON and XML', async () => {
    const json = await filled(documentWith('/a', body({ example: { from: 1700000000000, to: 1700000005000 } })));
    const xml = await filled(documentWith('/a', body({ example: '<t since="1700000000000"/>' }, 'application/xml')));

    expect(toExample(json)).toEqual({ from: NOW - 5000, to: NOW });
    expect(toExample(xml, 'application/xml')).toBe(`<t since="${NOW}"/>`);
  });

  it('takes the ids of a path from the lists before them', async () => {
    const parameter = { $ref: '#/components/parameters/policy' };
    const { parameters } = await filled(
      documentWith(
        `${PREFIX}/policies/{policy_id}/systems`,
        { parameters: [parameter] },
        {
          parameters: { policy: { name: 'policy_id', in: 'path', example: 'made up' } },
        },
      ),
      { [`${PREFIX}/policies`]: { data: [{ id: 'p1' }] } },
    );

    expect(parameters).toEqual([{ name: 'policy_id', in: 'path', example: 'p1' }]);
  });

  const createPolicy = documentWith(
    `${PREFIX}/policies`,
    { operationId: 'CreatePolicy', ...body({ schema: { $ref: '#/components/schemas/Body' } }) },
    { schemas: { Body: { properties: { title: { example: 'T' }, profile_id: { example: 'made up' } } } } },
  );

  it('inserts an existing profile into a body that is described by its fields', async () => {
    const operation = await filled(structuredClone(createPolicy), {
      [`${PREFIX}/security_guides`]: { data: [{ id: 'g' }] },
      [`${PREFIX}/security_guides/g/profiles`]: { data: [{ id: 'r' }] },
    });

    expect(toExample(operation)).toEqual({ title: 'T', profile_id: 'r' });
  });

  it('asks for a waiver of what is there, until a month from now', async () => {
    const waivers = { operationId: 'RequestWaiver', ...body({ example: { reason: 'R' } }) };
    const operation = await filled(
      { paths: { [`${PREFIX}/waivers`]: { post: waivers }, [`${PREFIX}/policies`]: {} } },
      { [`${PREFIX}/policies`]: { data: [{ id: 'p1' }] }, [`${PREFIX}/systems`]: { data: [{ id: 's1' }] } },
    );

    expect(toExample(operation)).toEqual({
      reason: 'R',
      policy_id: 'p1',
      system_ids: ['s1'],
      expires_at: new Date(NOW + 30 * 86_400_000).toISOString(),
    });
  });

  it('leaves the examples where nothing is there or may be read', async () => {
    expect(toExample(await filled(structuredClone(createPolicy)))).toBeUndefined();
  });

  const assignSystems = documentWith(`${PREFIX}/policies/{policy_id}/systems`, {
    operationId: 'AssignSystems',
    ...body({ example: { ids: ['made up'] } }),
  });

  it.each([2, 100, 250])('assigns all of the %d members that are assigned', async (count) => {
    const systems = Array.from({ length: count }, (_, n) => ({ id: `s${n}` }));
    const operation = await filled(structuredClone(assignSystems), {
      [`${PREFIX}/policies`]: { data: [{ id: 'p' }] },
      [`${PREFIX}/policies/p/systems`]: { data: systems },
    });

    expect(toExample(operation)).toEqual({ ids: systems.map(({ id }) => id) });
  });

  it('leaves the example where the members cannot all be read', async () => {
    const operation = await filled(structuredClone(assignSystems), { [`${PREFIX}/policies`]: { data: [{ id: 'p' }] } });

    expect(toExample(operation)).toEqual({ ids: ['made up'] });
  });

  it('passes over what has no members where a path asks for one', async () => {
    const names = ['policy_id', 'tailoring_id'];
    const { parameters } = await filled(
      documentWith(`${PREFIX}/policies/{policy_id}/tailorings/{tailoring_id}`, {
        parameters: names.map((name) => ({ name, in: 'path', example: 'made up' })),
      }),
      {
        [`${PREFIX}/policies`]: { data: [{ id: 'p' }, { id: 'q' }] },
        [`${PREFIX}/policies/p/tailorings`]: { data: [] },
        [`${PREFIX}/policies/q/tailorings`]: { data: [{ id: 't' }] },
      },
    );

    expect((parameters as Json[]).map(({ example }) => example)).toEqual(['q', 't']);
  });

  it('submits to a metric of the first platform', async () => {
    const document = documentWith('/rest/resource/platforms', {
      operationId: 'submitMetricData',
      ...body({ example: '<p scheduleId="10431" timeStamp="1700000000000"/>' }, 'application/xml'),
    });
    const operation = await filled(document, {
      '/rest/resource/platforms': [{ resourceId: 7 }],
      '/rest/resource/7/schedules': [
        { type: 'TRAIT', scheduleId: 1 },
        { type: 'MEASUREMENT', scheduleId: 2 },
      ],
    });

    expect(toExample(operation, 'application/xml')).toBe(`<p scheduleId="2" timeStamp="${NOW}"/>`);
  });
});
