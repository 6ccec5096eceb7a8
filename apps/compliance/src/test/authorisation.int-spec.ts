import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { BASE, useCompliance } from './use-compliance';
import { givenPolicy, givenProfile, givenSystem } from './builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const FORBIDDEN = { error: 'Authorization error: User is not authorized to view this page' };

/** [method, path, the permission beside inventory:hosts:read, whether a certificate is enough] */
const OPERATIONS = [
  ['get', '/policies', 'compliance:policy:read', true],
  ['post', '/policies', 'compliance:policy:create', false],
  ['get', `/policies/${UNKNOWN}`, 'compliance:policy:read', false],
  ['patch', `/policies/${UNKNOWN}`, 'compliance:policy:write', false],
  ['delete', `/policies/${UNKNOWN}`, 'compliance:policy:delete', false],
  ['get', `/systems/${UNKNOWN}/policies`, 'compliance:policy:read', true],
  ['post', '/systems', 'compliance:system:write', false],
  ['get', `/systems/${UNKNOWN}`, 'compliance:system:read', false],
  ['put', `/systems/${UNKNOWN}`, 'compliance:system:write', false],
  ['delete', `/systems/${UNKNOWN}`, 'compliance:system:write', false],
  ['patch', `/policies/${UNKNOWN}/systems/${UNKNOWN}`, 'compliance:policy:write', true],
  ['delete', `/policies/${UNKNOWN}/systems/${UNKNOWN}`, 'compliance:policy:write', true],
  ['get', '/systems', 'compliance:system:read', false],
  ['get', '/systems/os_versions', 'compliance:system:read', false],
  ['get', `/systems/${UNKNOWN}/reports`, 'compliance:report:read', false],
  ['post', `/systems/${UNKNOWN}/test_results`, 'compliance:report:write', false],
  ['get', `/policies/${UNKNOWN}/systems`, 'compliance:system:read', false],
  ['get', `/policies/${UNKNOWN}/systems/os_versions`, 'compliance:system:read', false],
  ['post', `/policies/${UNKNOWN}/systems`, 'compliance:policy:write', false],
  ['get', '/reports', 'compliance:report:read', false],
  ['get', '/reports/os_versions', 'compliance:system:read', false],
  ['get', `/reports/${UNKNOWN}`, 'compliance:report:read', false],
  ['delete', `/reports/${UNKNOWN}`, 'compliance:policy:delete', false],
  ['get', `/reports/${UNKNOWN}/stats`, 'compliance:report:read', false],
  ['get', `/reports/${UNKNOWN}/systems`, 'compliance:system:read', false],
  ['get', `/reports/${UNKNOWN}/systems/os_versions`, 'compliance:system:read', false],
  ['get', `/reports/${UNKNOWN}/systems/${UNKNOWN}`, 'compliance:system:read', false],
  ['get', `/reports/${UNKNOWN}/test_results`, 'compliance:report:read', false],
  ['get', `/reports/${UNKNOWN}/test_results/os_versions`, 'compliance:system:read', false],
  ['get', `/reports/${UNKNOWN}/test_results/security_guide_versions`, 'compliance:report:read', false],
  ['get', `/reports/${UNKNOWN}/test_results/${UNKNOWN}`, 'compliance:report:read', false],
  ['get', `/reports/${UNKNOWN}/test_results/${UNKNOWN}/rule_results`, 'compliance:report:read', false],
  ['get', `/security_guides/${UNKNOWN}/rules`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/rules/${UNKNOWN}`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/profiles/${UNKNOWN}/rules`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/profiles/${UNKNOWN}/rules/${UNKNOWN}`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/rule_groups`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/rule_groups/${UNKNOWN}`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/value_definitions`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/value_definitions/${UNKNOWN}`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/rule_tree`, 'compliance:policy:read', false],
  ['get', `/security_guides/${UNKNOWN}/profiles/${UNKNOWN}/rule_tree`, 'compliance:policy:read', false],
  ['get', `/policies/${UNKNOWN}/tailorings`, 'compliance:policy:read', false],
  ['post', `/policies/${UNKNOWN}/tailorings`, 'compliance:policy:write', false],
  ['get', `/policies/${UNKNOWN}/tailorings/4`, 'compliance:policy:read', false],
  ['patch', `/policies/${UNKNOWN}/tailorings/4`, 'compliance:policy:write', false],
  ['get', `/policies/${UNKNOWN}/tailorings/4/rule_tree`, 'compliance:policy:read', false],
  ['get', `/policies/${UNKNOWN}/tailorings/4/rules`, 'compliance:policy:read', false],
  ['post', `/policies/${UNKNOWN}/tailorings/4/rules`, 'compliance:policy:write', false],
  ['patch', `/policies/${UNKNOWN}/tailorings/4/rules/${UNKNOWN}`, 'compliance:policy:write', false],
  ['delete', `/policies/${UNKNOWN}/tailorings/4/rules/${UNKNOWN}`, 'compliance:policy:delete', false],
  ['get', `/policies/${UNKNOWN}/tailorings/4/tailoring_file`, 'compliance:policy:read', true],
  ['get', `/policies/${UNKNOWN}/tailorings/4/tailoring_file.xml`, 'compliance:policy:read', true],
  ['get', `/policies/${UNKNOWN}/tailorings/4/tailoring_file.json`, 'compliance:policy:read', true],
  ['get', `/policies/${UNKNOWN}/tailorings/4/tailoring_file.toml`, 'compliance:policy:read', true],
] as const;

describe('permissions', () => {
  const { api } = useCompliance();

  it.each(OPERATIONS)('%s %s needs %s and inventory:hosts:read', async (method, where, permission) => {
    const statusWith = async (permissions: string[]): Promise<number> => {
      // The body is wrong on purpose: whoever may come in is told so, and nothing is written.
      const request = api.as({ permissions })[method](`${BASE}${where}`);
      const { status, body } = await (method === 'get' ? request : request.send({ foo: 1 }));
      if (status === 403) expect(body).toEqual(FORBIDDEN);
      return status;
    };

    expect(await statusWith([permission])).toBe(403);
    expect(await statusWith(['inventory:hosts:read'])).toBe(403);
    expect(await statusWith(['inventory:hosts:read', 'compliance:other:*'])).toBe(403);
    expect(await statusWith(['inventory:*:read', permission])).not.toBe(403);
    expect(await statusWith(['inventory:*:*', 'compliance:*:*'])).not.toBe(403);
  });

  it.each(OPERATIONS)('%s %s refuses strangers in the words of the contract', async (method, where) => {
    const { body } = await api.anonymous[method](`${BASE}${where}`).expect(401);
    const bad = await api.anonymous[method](`${BASE}${where}`).set('X-VENDOR-IDENTITY', 'e30=').expect(401);

    expect(body).toEqual({ error: 'Authentication error: Error parsing the X-VENDOR-IDENTITY header' });
    expect(bad.body).toEqual({ error: 'Authentication error: X-VENDOR-IDENTITY header should be provided' });
  });
});

const plainHeader = (identity: object): string =>
  Buffer.from(JSON.stringify({ identity: { org_id: 'acme', ...identity } })).toString('base64');

describe('plain identity headers with RBAC_MODE=off', () => {
  const { db, api } = useCompliance({ IDENTITY_TRUST: 'plain', VENDOR_TOKEN: 'rh' });
  const OWNER = 'bbbbbbbb-0000-4000-8000-000000000001';
  const ask = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', where: string, identity: object) =>
    supertest(api.url)[method](`${BASE}${where}`).set('X-RH-IDENTITY', plainHeader(identity));
  const certificate = { auth_type: 'cert-auth', type: 'System', system: { cn: OWNER } };

  it('lets everybody do everything', async () => {
    await ask('get', '/policies', { user: { username: 'bob' } }).expect(200);
    await ask('post', '/policies', { user: { username: 'bob' } }).expect(406);
    const { body } = await supertest(api.url).get(`${BASE}/policies`).expect(401);
    expect(body).toEqual({ error: 'Authentication error: Error parsing the X-RH-IDENTITY header' });
  });

  it.each(OPERATIONS)(
    '%s %s with a certificate (permission %s): allowed is %s',
    async (method, where, _permission, isAllowed) => {
      const { status } = await ask(method, where, certificate);

      expect(status !== 403).toBe(isAllowed);
    },
  );

  it('lets a host with a certificate reach its own system only', async () => {
    const policy = await givenPolicy(db, { profile_id: (await givenProfile(db, { minors: [4] })).id });
    const own = await givenSystem(db, { owner_id: OWNER });
    const other = await givenSystem(db, { owner_id: UNKNOWN });

    await ask('get', `/systems/${own.id}/policies`, certificate).expect(200);
    await ask('get', `/systems/${other.id}/policies`, certificate).expect(404);
    await ask('patch', `/policies/${policy.id}/systems/${own.id}`, certificate).expect(202);
    await ask('patch', `/policies/${policy.id}/systems/${other.id}`, certificate).expect(404);
    await ask('delete', `/policies/${policy.id}/systems/${own.id}`, certificate).expect(202);
  });
});

describe('plain identity headers with RBAC_MODE=identity', () => {
  const { api } = useCompliance({ IDENTITY_TRUST: 'plain', RBAC_MODE: 'identity' });
  const list = (user: object) =>
    supertest(api.url).get(`${BASE}/policies`).set('X-VENDOR-IDENTITY', plainHeader({ user }));

  it('reads the permissions from the header; silence means none', async () => {
    await list({ username: 'bob', permissions: ['compliance:policy:read', 'inventory:hosts:read'] }).expect(200);
    await list({ username: 'bob', permissions: ['compliance:policy:read'] }).expect(403);
    await list({ username: 'bob' }).expect(403);
  });
});

describe('plain identity headers with RBAC_MODE=file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rbac-'));
  const file = path.join(folder, 'permissions.json');
  writeFileSync(file, JSON.stringify({ acme: { bob: ['compliance:policy:read', 'inventory:*:read'] } }));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { api } = useCompliance({ IDENTITY_TRUST: 'plain', RBAC_MODE: 'file', RBAC_FILE: file });
  const list = (identity: object) =>
    supertest(api.url).get(`${BASE}/policies`).set('X-VENDOR-IDENTITY', plainHeader(identity));

  it('reads the permissions from the file', async () => {
    await list({ user: { username: 'bob' } }).expect(200);
    await list({ user: { username: 'eve' } }).expect(403);
    await list({ org_id: 'umbrella', user: { username: 'bob' } }).expect(403);
    await list({ user: { username: 'eve', permissions: ['compliance:*:*', 'inventory:*:*'] } }).expect(403);
  });
});
