import type { Call } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';
import type { Operation } from '../requests/operations';
import type { Targets } from './targets';

const API = '/api/compliance/v2';
const SCANNED = '00000000-0000-4000-8000-0000000000aa';
const SCRATCH = '00000000-0000-4000-8000-0000000000ab';
const XML = { 'content-type': 'application/xml' };

type One = { data: { id: string } };
type Many = { data: One['data'][] };

/** A small guide with a policy and a result, besides the records of the fixture. */
export async function complianceTargets(
  call: Call,
  known: KnownIds,
  operations: readonly Operation[],
): Promise<Targets> {
  const step = <T>(line: string, body?: unknown, headers?: Record<string, string>): Promise<T> => {
    const [method = '', path = ''] = line.split(' ');
    return call<T>(method, API + path, body, headers);
  };
  const toExample = (id: string): string =>
    String(operations.find(({ operationId }) => operationId === id)!.bodies[0]!.example);
  let numbers = 0;

  const example = toExample('ImportSecurityGuide');
  const { data: small } = await step<One>('POST /security_guides?os_minor_versions=3,4', example, XML);
  const body = { display_name: 'scanned', os_major_version: 9, os_minor_version: 3 };
  await step(`PUT /systems/${SCANNED}`, body);
  await step(`PUT /systems/${SCRATCH}`, { display_name: 'scratch', os_major_version: 11, os_minor_version: 0 });
  const profiles = `/security_guides/${small.id}/profiles?filter=${encodeURIComponent('title = Basic')}`;
  const basic = (await step<Many>(`GET ${profiles}`)).data[0]!.id;
  await policyOn(step, 'Examples', basic, SCANNED);
  await step(`POST /systems/${SCANNED}/test_results`, toExample('StoreTestResult'), XML);

  const [profile] = known.named('profile')!;
  const [policy] = known.named('policy')!;
  const value = known.named('value_definition')![0]!;
  const rules = (await step<Many>(`GET /policies/${policy}/tailorings/0/rules?limit=5`)).data.map(({ id }) => id);
  known.set('tailoring', ['0']);

  const scratchPolicy = async (): Promise<Record<string, string>> => {
    const n = ++numbers;
    const body = { display_name: `scratch-${n}`, os_major_version: 11, os_minor_version: 0 };
    const system = (await step<One>('POST /systems', body)).data.id;
    const id = await policyOn(step, `scratch ${n}`, profile!, system);
    return { policy_id: id, report_id: id, system_id: system, tailoring_id: '0' };
  };
  const withRule = async (): Promise<Record<string, string>> => ({ ...(await scratchPolicy()), rule_id: rules[0]! });
  return {
    fresh: {
      DeleteSecurityGuide: async () => {
        const version = example.replace(/<version>[^<]*</, `<version>9.${++numbers}<`);
        return { security_guide_id: (await step<One>('POST /security_guides', version, XML)).data.id };
      },
      DeletePolicy: scratchPolicy,
      DeleteReport: scratchPolicy,
      UnassignRule: withRule,
      UnassignSystem: scratchPolicy,
      DeleteSystem: async () => {
        const body = { display_name: `gone ${++numbers}`, os_major_version: 11, os_minor_version: 0 };
        return { system_id: (await step<One>('POST /systems', body)).data.id };
      },
    },
    once: {
      RegisterMinorVersions: () => ({ security_guide_id: small.id, profile_id: basic }),
      UpdatePolicy: scratchPolicy,
      CreateTailoring: scratchPolicy,
      UpdateTailoring: scratchPolicy,
      AssignRules: scratchPolicy,
      AssignRule: withRule,
      AssignSystems: scratchPolicy,
      AssignSystem: scratchPolicy,
      PutSystem: () => ({ system_id: SCRATCH }),
      AssignSystemOwner: () => ({ system_id: SCRATCH }),
      StoreTestResult: () => ({ system_id: SCANNED }),
    },
    bodies: {
      CreatePolicy: { title: 'made {{n}}', profile_id: profile },
      CreateTailoring: { os_minor_version: 1 },
      UpdateTailoring: { value_overrides: { [value]: '15' } },
      AssignRules: { ids: rules },
      AssignSystems: { ids: [known.named('system')![0]] },
      CreateSystem: { display_name: 'made {{n}}' },
      RegisterMinorVersions: { os_minor_versions: [3, 4] },
    },
    queries: { ImportSecurityGuide: 'os_minor_versions=3,4' },
    values: {
      sort_by: ['title', 'title:desc', 'nonsense:asc'],
      filter: [
        'title ~ a',
        'nonsense = 1',
        'title = "a" AND',
        '(',
        'title IN (a,b)',
        'display_name = fuzz-0',
        'os_major_version > 1',
      ],
      tags: ['a/b=c', 'nonsense'],
      os_minor_versions: ['3,4'],
      os_major_version: ['11'],
    },
  };
}

type Step = <T>(line: string, body?: unknown, headers?: Record<string, string>) => Promise<T>;

async function policyOn(step: Step, title: string, profile_id: string, system: string): Promise<string> {
  const { data } = await step<One>('POST /policies', { title, profile_id, compliance_threshold: 80 });
  await step(`PATCH /policies/${data.id}/systems/${system}`);
  return data.id;
}
