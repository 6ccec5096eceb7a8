import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

/** Records that the requests are about, so that they get past "there is no such thing". */
export class Ground {
  /** Ids of all kinds; a wrong kind in a path is a case of its own. */
  readonly ids: string[] = [];
  private readonly byKind = new Map<string, string[]>();

  /** Ids that fit a parameter of a path, e.g. `policy_id`; those of every kind when none is known. */
  idsFor(parameter: string): readonly string[] {
    return this.byKind.get(parameter.replace(/(_id|Id)$/, '')) ?? this.ids;
  }

  private add(kind: string, ids: readonly string[]): void {
    this.ids.push(...ids);
    this.byKind.set(kind, [...(this.byKind.get(kind) ?? []), ...ids]);
  }

  constructor(
    private readonly gatewayUrl: string,
    private readonly login: string,
  ) {}

  /** Puts back what the requests before have removed. */
  async renew(): Promise<void> {
    this.ids.length = 0;
    this.byKind.clear();
    await this.importGuide();
    for (let n = 1; n <= 3; n++) {
      const id = `00000000-0000-4000-8000-00000000000${n}`;
      const body = { display_name: `fuzz-${n}`, os_major_version: 7, os_minor_version: n };
      await this.send('PUT', `/api/compliance/v2/systems/${id}`, body);
    }
    const custom = { description: 'Made to be asked for.', causes: ['A test.'], resolution: ['None.'], status: 418 };
    await this.send('PUT', '/api/v1/error/custom_fuzz', custom);
    this.ids.push('custom_fuzz', 'not_found');
    for (const [kind, list] of [
      ['security_guide', 'security_guides'],
      ['system', 'systems'],
      ['report', 'reports'],
    ] as const) {
      this.add(kind, (await this.idsOf(`/api/compliance/v2/${list}`)).slice(0, 3));
    }
    const [guide] = await this.idsOf('/api/compliance/v2/security_guides');
    if (guide === undefined) return;
    const profiles = await this.idsOf(`/api/compliance/v2/security_guides/${guide}/profiles`);
    this.add('profile', profiles.slice(0, 2));
    for (const kind of ['rule', 'rule_group', 'value_definition']) {
      this.add(kind, (await this.idsOf(`/api/compliance/v2/security_guides/${guide}/${kind}s`)).slice(0, 2));
    }
    await this.makePolicy(profiles[0]);
  }

  private async importGuide(): Promise<void> {
    if ((await this.idsOf('/api/compliance/v2/security_guides')).length > 0) return;
    const file = path.join(workspaceRoot(), 'apps/compliance/test-data/ssg-firefox-ds.xml.gz');
    await fetch(`${this.gatewayUrl}/api/compliance/v2/security_guides`, {
      method: 'POST',
      headers: { authorization: this.login, 'content-type': 'application/xml', 'content-encoding': 'gzip' },
      body: fs.readFileSync(file),
    });
  }

  private async makePolicy(profileId: string | undefined): Promise<void> {
    const policies = await this.idsOf('/api/compliance/v2/policies');
    if (policies.length === 0 && profileId !== undefined) {
      const policy = { title: 'fuzz', profile_id: profileId, compliance_threshold: 90 };
      await this.send('POST', '/api/compliance/v2/policies', policy);
      policies.push(...(await this.idsOf('/api/compliance/v2/policies')));
    }
    for (const policy of policies.slice(0, 2)) {
      this.add('policy', [policy]);
      this.add('tailoring', (await this.idsOf(`/api/compliance/v2/policies/${policy}/tailorings`)).slice(0, 2));
    }
  }

  private async idsOf(list: string): Promise<string[]> {
    const answer = await fetch(`${this.gatewayUrl}${list}`, { headers: { authorization: this.login } });
    const body = (await answer.json().catch(() => ({}))) as { data?: { id?: string }[] };
    return (body.data ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
  }

  private async send(method: string, to: string, body: object): Promise<void> {
    const answer = await fetch(this.gatewayUrl + to, {
      method,
      headers: { authorization: this.login, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
  }
}
