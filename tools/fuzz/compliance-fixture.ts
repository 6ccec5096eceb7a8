import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';
import type { Caller } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';

const API = '/api/compliance/v2';
const TEST_DATA = 'apps/compliance/test-data';
/** The profile that the result below is about. */
const PROFILE = 'xccdf_org.ssgproject.content_profile_standard';
/** Enough that there is always one without a tailoring. */
const MINOR_VERSIONS = Array.from({ length: 100 }, (_none, n) => n);
const SYSTEMS = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

/** The first ids of a list, narrowed by more of a query. */
type IdsOf = (list: string, query?: string) => Promise<string[]>;

/** Requests upload other guides beside it, for any system. */
const DEBIAN_GUIDES = '&filter=ref_id%3Dxccdf_org.ssgproject.content_benchmark_DEBIAN-11';

const PARTS_OF_GUIDES = ['rule_group', 'value_definition'];

/** A guide, systems, a policy with its tailoring and a test result; puts back what requests have removed. */
export async function renewCompliance(caller: Caller, known: KnownIds): Promise<void> {
  const toIds: IdsOf = async (list, query = '') =>
    ((await caller.tried<{ data: { id: string }[] }>('GET', `${API}/${list}?limit=3${query}`))?.data ?? []).map(
      ({ id }) => id,
    );

  for (const [n, id] of SYSTEMS.entries()) {
    const body = { display_name: `fuzz-${n}`, os_major_version: 11, os_minor_version: 0 };
    await caller.tried('PUT', `${API}/systems/${id}`, body);
  }
  known.set('system', SYSTEMS);
  let guides = await toIds('security_guides', DEBIAN_GUIDES);
  if (guides.length === 0) {
    await upload(caller, 'security_guides?os_minor_versions=0', 'ssg-debian11-ds.xml.gz');
    guides = await toIds('security_guides', DEBIAN_GUIDES);
    for (const kind of PARTS_OF_GUIDES) {
      known.set(kind, (await toIds(`security_guides/${guides[0]}/${kind}s`)).slice(0, 2));
    }
  }
  known.set('security_guide', guides);
  const profiles = await toIds(`security_guides/${guides[0]}/profiles`, `&filter=ref_id%3D${PROFILE}`);
  known.set('profile', profiles);
  const supported = `security_guides/${guides[0]}/profiles/${profiles[0]}/os_minor_versions`;
  await caller.tried('PUT', `${API}/${supported}`, { os_minor_versions: MINOR_VERSIONS });
  known.set('os_minor_version', MINOR_VERSIONS);
  known.set('rule', await toIds(`security_guides/${guides[0]}/profiles/${profiles[0]}/rules`));
  await renewReferences(caller, known, `security_guides/${guides[0]}`);
  await renewPolicy(caller, known, toIds);
}

/** What a test result has to name, so that it belongs to the policy. */
async function renewReferences(caller: Caller, known: KnownIds, guidePath: string): Promise<void> {
  const guide = await caller.tried<{ data: { ref_id: string; version: string } }>('GET', `${API}/${guidePath}`);
  const rules = await caller.tried<{ data: { ref_id: string }[] }>('GET', `${API}/${guidePath}/rules?limit=5`);
  if (!guide || !rules) return;
  known.set('benchmark_ref', [guide.data.ref_id]);
  known.set('benchmark_version', [guide.data.version]);
  known.set('profile_ref', [PROFILE]);
  known.set('rule_ref', rules.data, 'ref_id');
}

async function renewPolicy(caller: Caller, known: KnownIds, idsOf: IdsOf): Promise<void> {
  const [profile] = known.named('profile') ?? [];
  const [system] = SYSTEMS;
  const ours = '&filter=title%3Dfuzz';
  let policies = await idsOf('policies', ours);
  if (policies.length === 0 && profile !== undefined) {
    await caller.tried('POST', `${API}/policies`, { title: 'fuzz', profile_id: profile, compliance_threshold: 90 });
    policies = await idsOf('policies', ours);
  }
  // One alone, so that what is said to be below it is.
  const [policy] = policies;
  if (policy === undefined) return;
  known.set('policy', [policy]);
  // All but one, so that one can be assigned.
  const [free, ...assigned] = SYSTEMS.toReversed();
  for (const id of assigned) await caller.tried('PATCH', `${API}/policies/${policy}/systems/${id}`);
  await caller.tried('DELETE', `${API}/policies/${policy}/systems/${free}`);
  known.set('tailoring', await idsOf(`policies/${policy}/tailorings`));
  // Its report has the same id.
  known.set('report', [policy]);
  const results = (): Promise<string[]> => idsOf(`reports/${policy}/test_results`);
  if ((await results()).length === 0) {
    await upload(caller, `systems/${system}/test_results`, 'result-debian11-arf.xml.gz');
  }
  known.set('test_result', await results());
}

async function upload(caller: Caller, target: string, file: string): Promise<void> {
  const document = fs.readFileSync(path.join(workspaceRoot(), TEST_DATA, file));
  const headers = { 'content-type': 'application/xml', 'content-encoding': 'gzip' };
  await caller.tried('POST', `${API}/${target}`, document, headers);
}
