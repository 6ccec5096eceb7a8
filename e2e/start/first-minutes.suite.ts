import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { eventually } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';

const COMPLIANCE = '/api/compliance/v2';
const PREFIX = 'xccdf_org.ssgproject.content_profile_';

interface ProfileRecord {
  id: string;
  ref_id: string;
  title: string;
}

/** First steps of a newcomer, through the gateway. */
export function describeFirstMinutes(system: () => RunningSystem): void {
  describe('the first five minutes', () => {
    let token: string;
    let guideId: string;

    const call = (route: string, init: RequestInit = {}): Promise<Response> =>
      fetch(system().gatewayUrl + route, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
    const standardProfiles = async (): Promise<ProfileRecord[]> => {
      const filter = encodeURIComponent(`ref_id = ${PREFIX}standard`);
      const response = await call(`${COMPLIANCE}/security_guides/${guideId}/profiles?filter=${filter}`);
      return ((await response.json()) as { data: ProfileRecord[] }).data;
    };

    beforeAll(async () => {
      const response = await fetch(`${system().gatewayUrl}/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', username: 'admin', password: system().adminPassword }),
      });
      expect(response.status).toBe(200);
      const session = (await response.json()) as { access_token: string; token_type: string; expires_in: number };
      expect(session).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      token = session.access_token;

      const file = path.join(workspaceRoot(), 'apps/compliance/test-data/ssg-debian11-ds.xml.gz');
      const imported = await call(`${COMPLIANCE}/security_guides`, {
        method: 'POST',
        headers: { 'content-type': 'application/xml' },
        body: zlib.gunzipSync(fs.readFileSync(file)),
      });
      expect(imported.status).toBe(201);
      const { data } = (await imported.json()) as { data: { id: string } };
      guideId = data.id;
      expect(imported.headers.get('location')).toBe(`${COMPLIANCE}/security_guides/${guideId}`);
    }, 90_000);

    it('list the profiles of an imported security guide, sorted and filtered', async () => {
      const response = await call(`${COMPLIANCE}/security_guides/${guideId}/profiles?sort_by=title:desc`);
      const body = (await response.json()) as { data: ProfileRecord[]; meta: object };
      expect(body.meta).toMatchObject({ total: 5, sort_by: 'title:desc' });
      const titles = body.data.map(({ title }) => title);
      expect(titles).toEqual([...titles].sort().reverse());
      expect((await standardProfiles()).map(({ ref_id }) => ref_id)).toEqual([`${PREFIX}standard`]);
    });

    it('create a policy on one and read it', async () => {
      const [profile] = await standardProfiles();
      const created = await call(`${COMPLIANCE}/policies`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ title: 'Laptops', profile_id: profile!.id, compliance_threshold: 90 }),
      });
      expect(created.status).toBe(201);
      const policyId = ((await created.json()) as { data: { id: string } }).data.id;
      const read = await call(`${COMPLIANCE}/policies/${policyId}`);
      expect(await read.json()).toEqual({
        data: {
          id: policyId,
          title: 'Laptops',
          description: expect.any(String) as string,
          business_objective: null,
          compliance_threshold: 90,
          total_system_count: 0,
          type: 'policy',
          os_major_version: 11,
          profile_title: profile!.title,
          ref_id: `${PREFIX}standard`,
        },
      });
    });

    it('open an unknown policy, follow the error to its explanation, and see as an operator where it occurred', async () => {
      const unknown = '00000000-0000-4000-8000-000000000000';
      const response = await call(`${COMPLIANCE}/policies/${unknown}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ errors: [`V2::Policy not found with ID ${unknown}`] });
      const [, link] = /<([^>]+)>; rel="help"/.exec(response.headers.get('link') ?? '') ?? [];
      const explanation = await fetch(link!, { headers: { authorization: `Bearer ${token}` } });
      expect(await explanation.json()).toMatchObject({
        title: response.headers.get('x-error-type'),
        status: 404,
        service: 'compliance',
      });
      await eventually('the occurrence', async () => {
        const listed = await call('/api/v1/error/policy_not_found/occurrences');
        const { occurrences } = (await listed.json()) as { occurrences: { service: string; route: string }[] };
        return occurrences.some(({ service, route }) => service === 'compliance' && route === `GET ${COMPLIANCE}`);
      });
    });

    it('request the mode of monitoring', async () => {
      const response = await call('/rest/status/server');
      expect(await response.json()).toEqual({ value: 'NORMAL' });
    });

    it('open Swagger UI and the landing page', async () => {
      for (const page of ['/', '/docs/']) {
        const response = await fetch(system().gatewayUrl + page);
        expect([page, response.status]).toEqual([page, 200]);
        expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      }
    });
  });
}
