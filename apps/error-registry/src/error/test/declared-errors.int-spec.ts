import { ALL_ERROR_TYPES } from '@wardstone/errors';
import type { Test } from 'supertest';
import { aCustomError, useRegistry } from './use-registry';

const registry = useRegistry();

interface Attempt {
  method: 'get' | 'put' | 'delete' | 'post';
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
}

const texts = { description: 'Nichts.', causes: ['Weg.'], resolution: ['Suchen.'] };
const report = {
  occurrences: [
    {
      type: 'not_found',
      time: '2026-06-01T11:00:00Z',
      service: 'gateway',
      status: 404,
      request_id: 'r',
      route: 'GET /',
    },
  ],
};
/** A request that succeeds, for each operation. */
const OPERATIONS: Readonly<Record<string, Attempt>> = {
  listErrorTypes: { method: 'get', path: '/api/v1/error' },
  getErrorDescription: { method: 'get', path: '/api/v1/error/not_found' },
  putErrorType: { method: 'put', path: '/api/v1/error/own_toast', body: aCustomError() },
  putTranslation: { method: 'put', path: '/api/v1/error/not_found/translations/de', body: texts },
  listOccurrences: { method: 'get', path: '/api/v1/error/not_found/occurrences' },
  reportOccurrences: { method: 'post', path: '/api/v1/occurrences', body: report },
  deleteErrorType: { method: 'delete', path: '/api/v1/error/own_toast' },
};

const EVERYTHING = ['errors:read', 'errors:write', 'errors:occurrences', 'errors:report'];

function send({ method, path, body, headers = {} }: Attempt, identity: Record<string, string>): Test {
  const request = registry.api.anonymous[method](path).set(identity);
  if (body !== undefined) void request.set('Content-Type', 'application/json');
  void request.set(headers);
  return body === undefined ? request : request.send(body);
}

const allowed = (attempt: Attempt): Test => send(attempt, registry.identityWith(EVERYTHING));
const withType = (attempt: Attempt, type: string): Attempt => ({
  ...attempt,
  path: attempt.path.replace(/not_found|own_toast/, type),
});
const login = (attempt: Attempt, Authorization: string): Test => send(attempt, { Authorization });

async function afterTenMinutes(attempt: Attempt): Promise<Awaited<Test>> {
  const identity = registry.identityWith(EVERYTHING);
  registry.api.clock.advance(10 * 60_000);
  return send(attempt, identity);
}

/** Requests that provoke each error, in an order without interference. */
const PROVOCATIONS: Readonly<Record<string, (attempt: Attempt) => PromiseLike<Awaited<Test>>>> = {
  session_required: (attempt) => send(attempt, {}),
  invalid_token: (attempt) => login(attempt, 'Bearer a.b.c'),
  expired_token: afterTenMinutes,
  insufficient_scope: (attempt) => send(attempt, registry.identityWith([])),
  malformed_error_type: (attempt) => allowed(withType(attempt, 'NOT')),
  malformed_language_tag: (attempt) => allowed({ ...attempt, path: attempt.path.replace(/de$/, 'd_e') }),
  unknown_error_type: (attempt) => allowed(withType(attempt, 'no_such_thing')),
  error_type_not_custom: (attempt) => allowed(withType(attempt, 'not_found')),
  precondition_failed: (attempt) => allowed({ ...attempt, headers: { 'If-Match': '"old"' } }),
  invalid_request: (attempt) =>
    allowed(attempt.body === undefined ? { ...attempt, path: `${attempt.path}?limit=0` } : { ...attempt, body: {} }),
  payload_too_large: (attempt) => allowed({ ...attempt, body: `"${'x'.repeat(300_000)}"` }),
  unsupported_media_type: (attempt) => allowed({ ...attempt, headers: { 'Content-Type': 'text/plain' }, body: 'x' }),
};

/**
 * Names and passwords are checked by the gateway, which refuses them in the words of the service; 64 MiB of bodies at once
 * are the subject of the tests of `libs/bootstrap/src/body`.
 */
const ELSEWHERE = ['invalid_credentials', 'too_many_attempts', 'too_much_in_progress'];

const documentedErrors = (operationId: string): string[] =>
  Object.values(registry.api.service.openApi().paths)
    .flatMap((path) => Object.values(path) as { operationId?: string; 'x-error-types'?: string[] }[])
    .find((operation) => operation.operationId === operationId)
    ?.['x-error-types']?.filter((type) => !ELSEWHERE.includes(type)) ?? [];

describe('every error that an operation declares', () => {
  it.each(Object.entries(OPERATIONS))('occurs in %s, and its link leads to the explanation', async (name, attempt) => {
    if (name === 'deleteErrorType') await allowed(OPERATIONS.putErrorType!).expect(201);
    const declared = documentedErrors(name);
    const order = Object.keys(PROVOCATIONS);
    expect(order).toEqual(expect.arrayContaining(declared));

    for (const type of order.filter((candidate) => declared.includes(candidate))) {
      const { status, headers, body } = await PROVOCATIONS[type]!(attempt);

      expect([headers['x-error-type'], body.error_type]).toEqual([type, type]);
      expect(status).toBe(ALL_ERROR_TYPES.find((kind) => kind.type === type)?.status);
      const [, address = ''] = /^<(.+)>; rel="help"$/.exec(headers.link!) ?? [];
      const { body: explanation } = await registry.send('get', new URL(address).pathname).expect(200);
      expect(explanation).toMatchObject({ type: address, title: type, status });
    }
    expect((await allowed(attempt)).status).toBeLessThan(300);
    await registry.database.query('DELETE FROM error_type WHERE is_custom');
    await registry.database.query('DELETE FROM error_translation');
  });
});
