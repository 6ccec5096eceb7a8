import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';
import type { Body, RecordedOperation } from './documents';
import type { Session } from './session';
import type { Targets } from './targets';

const API = '/api/compliance/v2';
const TEST_DATA = 'apps/compliance/test-data';
const PROFILE = 'xccdf_org.ssgproject.content_profile_standard';
const SYSTEMS = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const SCRATCH = '00000000-0000-4000-8000-0000000000aa';
const XML = { 'content-type': 'application/xml' };

type One = { data: { id: string; ref_id: string; version: string } };
type Many = { data: One['data'][] };

/** Two guides, systems, two policies, a tailoring with overrides, and results of both. */
export async function prepareCompliance(session: Session, operations: readonly RecordedOperation[]): Promise<Targets> {
  const step = <T>(line: string, body?: unknown, headers?: Record<string, string>): Promise<T> =>
    session.step<T>('compliance', line.replace(' ', ` ${API}`), body, headers);
  const getFirst = async (list: string, filter: string): Promise<string> =>
    (await step<Many>(`GET /${list}?filter=${encodeURIComponent(filter)}`)).data[0]!.id;
  const toExample = (id: string): Body => operations.find((one) => one.id === id)!.bodies[0]!;
  const { known } = session;

  const debian = await upload(step, 'security_guides?os_minor_versions=0,1,2', 'ssg-debian11-ds.xml.gz');
  const example = String(toExample('ImportSecurityGuide').example);
  const { data: small } = await step<One>('POST /security_guides?os_minor_versions=3,4', example, XML);
  for (const [n, id] of [...SYSTEMS, SCRATCH].entries()) {
    const [major, minor] = n === 2 ? [9, 3] : [11, 0];
    await step(`PUT /systems/${id}`, { display_name: `host-${n}`, os_major_version: major, os_minor_version: minor });
  }
  const profile = await getFirst(`security_guides/${debian}/profiles`, `ref_id = ${PROFILE}`);
  const basic = await getFirst(`security_guides/${small.id}/profiles`, 'title = Basic');
  const policy = await policyOn(step, 'Debian', profile, SYSTEMS.slice(0, 2));
  await policyOn(step, 'Examples', basic, SYSTEMS.slice(2));
  const rules = (await step<Many>(`GET /policies/${policy}/tailorings/0/rules?limit=5`)).data.map(({ id }) => id);
  await upload(step, `systems/${SYSTEMS[0]}/test_results`, 'result-debian11-arf.xml.gz');
  await step(`POST /systems/${SYSTEMS[2]}/test_results`, String(toExample('StoreTestResult').example), XML);

  known.set('security_guide', [debian]);
  known.set('profile', [profile]);
  known.set('rule', (await step<Many>(`GET /security_guides/${debian}/profiles/${profile}/rules?limit=3`)).data);
  known.set('rule_group', [(await step<Many>(`GET /security_guides/${debian}/rule_groups`)).data[0]!.id]);
  const value = (await step<Many>(`GET /security_guides/${debian}/value_definitions`)).data[0]!.id;
  known.set('value_definition', [value]);
  known.set('policy', [policy]);
  known.set('report', [policy]);
  known.set('tailoring', ['0']);
  known.set('system', SYSTEMS.slice(0, 1));
  known.set('test_result', [(await step<Many>(`GET /reports/${policy}/test_results`)).data[0]!.id]);

  const scratchPolicy = async (): Promise<Record<string, string>> => {
    const n = session.next();
    const body = { display_name: `scratch-${n}`, os_major_version: 11, os_minor_version: 0 };
    const system = (await step<One>('POST /systems', body)).data.id;
    const id = await policyOn(step, `scratch ${n}`, profile, [system]);
    return { policy_id: id, report_id: id, system_id: system, tailoring_id: '0' };
  };
  const withRule = async (): Promise<Record<string, string>> => ({ ...(await scratchPolicy()), rule_id: rules[0]! });
  return {
    fresh: {
      DeleteSecurityGuide: async () => {
        const version = example.replace(/<version>[^<]*</, `<version>9.${session.next()}<`);
        return { security_guide_id: (await step<One>('POST /security_guides', version, XML)).data.id };
      },
      DeletePolicy: scratchPolicy,
      DeleteReport: scratchPolicy,
      UnassignRule: withRule,
      UnassignSystem: scratchPolicy,
      DeleteSystem: async () => {
        const body = { display_name: `gone ${session.next()}`, os_major_version: 11, os_minor_version: 0 };
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
      StoreTestResult: () => ({ system_id: SYSTEMS[2]! }),
    },
    bodies: {
      CreatePolicy: { title: 'made {{n}}', profile_id: profile },
      CreateTailoring: { os_minor_version: 1 },
      UpdateTailoring: { value_overrides: { [value]: '15' } },
      AssignRules: { ids: rules },
      AssignSystems: { ids: [SYSTEMS[1]] },
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
        'display_name = host-0',
        'os_major_version > 1',
      ],
      tags: ['a/b=c', 'nonsense'],
      os_minor_versions: ['3,4'],
      os_major_version: ['11'],
    },
  };
}

type Step = <T>(line: string, body?: unknown, headers?: Record<string, string>) => Promise<T>;

async function policyOn(step: Step, title: string, profile_id: string, systems: readonly string[]): Promise<string> {
  const { data } = await step<One>('POST /policies', { title, profile_id, compliance_threshold: 80 });
  for (const id of systems) await step(`PATCH /policies/${data.id}/systems/${id}`);
  return data.id;
}

async function upload(step: Step, target: string, file: string): Promise<string> {
  const bytes = fs.readFileSync(path.join(workspaceRoot(), TEST_DATA, file));
  return (await step<One>(`POST /${target}`, bytes, { ...XML, 'content-encoding': 'gzip' })).data.id;
}
