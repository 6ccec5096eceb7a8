import type { OpenAPIObject } from '@nestjs/swagger';
import { resolveParts } from '@wardstone/bootstrap';
import { aTestResult } from '../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../test-results/test/given-scannable-system';
import { fillTailoring } from './result.builder';
import { BASE, useCompliance } from './use-compliance';

interface Parameter {
  name: string;
  in: string;
  schema: { example?: unknown; examples?: unknown[] };
}

interface Listed {
  data: { id: string }[];
  links: Record<string, string>;
}

/** Without the parameters that links never repeat (rule compliance-4). */
const UNREPEATED = new Set(['limit', 'offset', 'ids_only']);

/** Days need both ends, and a guide without a former version another one. */
const SENT_TOGETHER = new Set(['from', 'to', 'since']);

describe('links of pages', () => {
  const { db, api } = useCompliance();
  const read = async (path: string): Promise<Listed> => {
    const { status, body } = await api.get(BASE + path);
    expect([path, status]).toEqual([path, 200]);
    return body as Listed;
  };

  it('keep each documented parameter of each list', async () => {
    const { guideId, policy, system, benchmark } = await givenScannableSystem(db, api);
    await fillTailoring(db, policy);
    await uploadResult(api, system.id, aTestResult({ benchmark, rules: { r1: 'fail' } })).expect(201);
    const firstOf = async (path: string): Promise<string> => (await read(path)).data[0]!.id;
    const ids: Record<string, string> = {
      security_guide_id: guideId,
      profile_id: policy.profile_id,
      policy_id: policy.id,
      report_id: policy.id,
      system_id: system.id,
      tailoring_id: await firstOf(`/policies/${policy.id}/tailorings`),
      test_result_id: await firstOf(`/reports/${policy.id}/test_results`),
    };
    const { body } = await api.anonymous.get(`${BASE}/openapi.json`).expect(200);
    const { paths } = resolveParts(body as OpenAPIObject);
    const lists = Object.entries(paths).flatMap(([path, { get }]) => {
      const parameters = ((get?.parameters ?? []) as Parameter[]).filter((one) => one.in === 'query');
      return parameters.some(({ name }) => name === 'offset') ? [{ path: path.slice(BASE.length), parameters }] : [];
    });
    const lost: string[] = [];
    for (const { path, parameters } of lists) {
      const where = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name]!);
      const exampleOf = ({ name, schema }: Parameter): string =>
        name === 'since' ? guideId : String([schema.example ?? schema.examples?.[0]].flat()[0]);
      const together = parameters
        .filter(({ name }) => SENT_TOGETHER.has(name))
        .map((one) => [one.name, exampleOf(one)]);
      for (const parameter of parameters.filter((one) => !UNREPEATED.has(one.name))) {
        const { name } = parameter;
        const example = exampleOf(parameter);
        const given = new URLSearchParams({ ...Object.fromEntries(together), [name]: example, offset: '1' });
        const { links } = await read(`${where}?${given.toString()}`);
        for (const [link, target] of Object.entries(links)) {
          const kept = new URL(target, api.url).searchParams.get(name);
          if (kept !== example) lost.push(`${path} ${link}: ${name}`);
        }
      }
    }

    expect(lost).toEqual([]);
    expect(lists.length).toBeGreaterThan(30);
  });
});
