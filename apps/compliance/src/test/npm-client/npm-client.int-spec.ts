import * as published from '@redhat-cloud-services/compliance-client';
import { ComplianceClient } from '@redhat-cloud-services/compliance-client/api';
import { TEST_ORG } from '@wardstone/testing';
import supertest from 'supertest';
import { BASE, useCompliance } from '../use-compliance';
import { READS } from './reads';
import { WRITES } from './writes';
import { type Fixture, givenFixture } from './fixture';

/** Identity as callers pass it to the client, which sends it as JSON, not base64 (rule compliance-13). */
const IDENTITY = { identity: { org_id: TEST_ORG, type: 'User', user: { username: 'ann' } } };

interface ClientResponse {
  status: number;
  headers: Record<string, unknown>;
  data: unknown;
}

type Operations = Record<string, (parameters: Record<string, unknown>) => Promise<ClientResponse>>;

describe('the public npm client', () => {
  const { db, api } = useCompliance({ IDENTITY_TRUST: 'plain', VENDOR_TOKEN: 'rh' });
  let shared: Fixture;

  const aFixture = (): Promise<Fixture> =>
    givenFixture(db, supertest.agent(api.url).set('X-RH-IDENTITY', JSON.stringify(IDENTITY)));
  const operations = (): Operations => ComplianceClient(api.url + BASE) as object as Operations;
  const call = (operation: string, parameters: object): Promise<ClientResponse> =>
    operations()[operation]!({ xRHIDENTITY: IDENTITY, ...parameters });

  beforeAll(async () => {
    shared = await aFixture();
  });

  it('is called with every operation it has', () => {
    const all = Object.entries(published)
      .filter(([, member]) => typeof member === 'function')
      .map(([name]) => name);

    expect([...Object.keys(READS), ...Object.keys(WRITES)].toSorted()).toEqual(all.toSorted());
    expect(Object.keys(operations())).toEqual(expect.arrayContaining(all));
  });

  it.each(Object.entries(READS))('reads with %s', async (operation, { with: given, expected: responses }) => {
    const { status, data } = await call(operation, { ...shared.ids, ...given?.(shared) });

    expect(data).toEqual(responses(shared));
    expect(status).toBe(200);
  });

  it.each(Object.entries(WRITES))(
    'writes with %s',
    async (operation, { with: given, expected: responses, status: success }) => {
      const fixture = await aFixture();
      const { status, data } = await call(operation, { ...fixture.ids, ...given?.(fixture) });

      expect(data).toEqual(responses(fixture));
      expect(status).toBe(success);
    },
  );

  it('passes on what the service refuses', async () => {
    await expect(call('policy', { policyId: 'nowhere' })).rejects.toMatchObject({
      response: { status: 404, data: { errors: ['V2::Policy not found with ID nowhere'] } },
    });
    await expect(call('policies', { limit: 101 })).rejects.toMatchObject({
      response: { status: 422, data: { errors: ['Invalid parameter: limit must be less than or equal to 100'] } },
    });
    await expect(call('policies', { xRHIDENTITY: undefined })).rejects.toMatchObject({
      response: {
        status: 401,
        data: { error: 'Authentication error: Error parsing the X-RH-IDENTITY header' },
      },
    });
  });
});
