import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';
import type { Caller } from './caller';
import type { KnownIds } from './known-ids';

const API = '/api/compliance/v2';
const GUIDE = 'apps/compliance/test-data/ssg-firefox-ds.xml.gz';

/** A guide, systems, a policy and what belongs to them; puts back what requests have removed. */
export async function renewCompliance(caller: Caller, known: KnownIds): Promise<void> {
  const idsOf = async (list: string): Promise<string[]> =>
    ((await caller.read<{ data: { id: string }[] }>(`${API}/${list}?limit=3`))?.data ?? []).map(({ id }) => id);

  if ((await idsOf('security_guides')).length === 0) {
    await caller.call('POST', `${API}/security_guides`, {
      headers: { 'content-type': 'application/xml', 'content-encoding': 'gzip' },
      body: fs.readFileSync(path.join(workspaceRoot(), GUIDE)),
    });
  }
  const systems = await idsOf('systems');
  for (let n = systems.length; n < 3; n++) {
    const body = { display_name: `fuzz-${n}`, os_major_version: 7, os_minor_version: n };
    await caller.send('PUT', `${API}/systems/00000000-0000-4000-8000-00000000000${n}`, body);
  }
  known.set('system', await idsOf('systems'));
  known.set('report', await idsOf('reports'));
  const guides = await idsOf('security_guides');
  known.set('security_guide', guides);
  if (guides[0] === undefined) return;
  if (!known.has('rule')) {
    for (const kind of ['profile', 'rule', 'rule_group', 'value_definition']) {
      known.set(kind, (await idsOf(`security_guides/${guides[0]}/${kind}s`)).slice(0, 2));
    }
  }
  const [profile] = known.named('profile') ?? [];
  let policies = await idsOf('policies');
  if (policies.length === 0 && profile !== undefined) {
    await caller.send('POST', `${API}/policies`, { title: 'fuzz', profile_id: profile, compliance_threshold: 90 });
    policies = await idsOf('policies');
  }
  known.set('policy', policies);
  known.set('tailoring', policies[0] === undefined ? [] : await idsOf(`policies/${policies[0]}/tailorings`));
}
