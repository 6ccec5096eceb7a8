import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { BASE, useCompliance } from './use-compliance';
import { givenPolicy, givenProfile, givenSystem } from './builders';
import { OPERATIONS, type SpecifiedOperation } from './operations';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const FORBIDDEN = { error: 'Authorization error: User is not authorized to view this page' };

/** Ids that exist nowhere. */
const toPath = ({ path }: SpecifiedOperation): string => BASE + path.replace(/\{[^}]+\}/g, UNKNOWN);
const CASES = OPERATIONS.map((operation) => [operation.id, operation] as const);

describe('permissions', () => {
  const { api } = useCompliance();

  it.each(CASES)('%s needs its permissions and inventory:hosts:read', async (_id, operation) => {
    const { method, permissions: needed } = operation;
    const statusWith = async (permissions: string[]): Promise<number> => {
      // The body is wrong on purpose: permitted callers get 422, and nothing is written.
      const request = api.as({ permissions })[method](toPath(operation));
      const { status, body } = await (method === 'get' ? request : request.send({ foo: 1 }));
      if (status === 403) expect(body).toEqual(FORBIDDEN);
      return status;
    };

    expect(await statusWith([...needed])).toBe(403);
    expect(await statusWith(['inventory:hosts:read'])).toBe(403);
    expect(await statusWith(['inventory:hosts:read', 'compliance:other:*'])).toBe(403);
    for (const one of needed) {
      const others = needed.filter((other) => other !== one);
      expect(await statusWith(['inventory:*:read', ...others])).toBe(403);
    }
    expect(await statusWith(['inventory:*:read', ...needed])).not.toBe(403);
    expect(await statusWith(['inventory:*:*', 'compliance:*:*'])).not.toBe(403);
  });

  it.each(CASES)('%s rejects unauthenticated callers with the texts of the contract', async (_id, operation) => {
    const ask = () => api.anonymous[operation.method](toPath(operation));
    const { body } = await ask().expect(401);
    const bad = await ask().set('X-VENDOR-IDENTITY', 'e30=').expect(401);

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

  it('grants everything to every caller', async () => {
    await ask('get', '/policies', { user: { username: 'bob' } }).expect(200);
    await ask('post', '/policies', { user: { username: 'bob' } }).expect(406);
    const { body } = await supertest(api.url).get(`${BASE}/policies`).expect(401);
    expect(body).toEqual({ error: 'Authentication error: Error parsing the X-RH-IDENTITY header' });
  });

  it.each(CASES)('%s is open to a host with a certificate only where it needs it', async (_id, operation) => {
    const { status } = await ask(operation.method, toPath(operation).slice(BASE.length), certificate);

    expect(status !== 403).toBe(operation.isForHosts);
  });

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

  it('reads the permissions from the header; without it there are none', async () => {
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
