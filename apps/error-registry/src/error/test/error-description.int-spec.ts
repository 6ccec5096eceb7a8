import { ALL_ERROR_TYPES, CommonError } from '@wardstone/errors';
import { NOON, PUBLIC_BASE_URL, useRegistry } from './use-registry';

const registry = useRegistry();
const PATH = '/api/v1/error/method_not_allowed';

describe('GET /error/{error_type}', () => {
  it('explains an error type, members in the order of the specification', async () => {
    const { body, text, headers } = await registry.send('get', PATH).expect(200);

    const { description, causes, resolution, related } = CommonError.method_not_allowed;
    expect(text).toBe(
      JSON.stringify({
        type: `${PUBLIC_BASE_URL}${PATH}`,
        title: 'method_not_allowed',
        description,
        status: 405,
        service: 'common',
        causes,
        resolution,
        since: '0.1.0',
        deprecated: false,
        related,
        custom: false,
      }),
    );
    expect(body.example).toBeUndefined();
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'private, max-age=300',
      vary: 'Accept, Accept-Language',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it('knows every error type of the product', async () => {
    for (const { type, status, deprecated } of ALL_ERROR_TYPES) {
      const { body } = await registry.send('get', `/api/v1/error/${type}`).expect(200);

      expect(body).toMatchObject({ title: type, status, deprecated });
    }
  });

  it('shows the example of a type that has one', async () => {
    const { body } = await registry.send('get', '/api/v1/error/malformed_error_type').expect(200);

    expect(Object.keys(body.example)).toEqual(['request', 'response']);
  });

  it.each(['admin', 'operator', 'viewer', 'agent'] as const)('is available for the role %s', async (role) => {
    await registry.send('get', PATH, role).expect(200);
  });

  describe('when the client has it already', () => {
    it('returns 304 to its entity tag, without a body', async () => {
      const { headers } = await registry.send('get', PATH);

      const { text, headers: repeated } = await registry
        .send('get', PATH)
        .set('If-None-Match', `"other", ${headers.etag}`)
        .expect(304);

      expect(text).toBe('');
      expect(repeated).toMatchObject({ etag: headers.etag, vary: 'Accept, Accept-Language' });
    });

    it('returns 200 when it has another representation', async () => {
      const { headers } = await registry.send('get', PATH);

      await registry.send('get', PATH).set('Accept', 'text/html').set('If-None-Match', headers.etag!).expect(200);
    });
  });

  it('handles HEAD like GET, without a body', async () => {
    const { headers: ofGet } = await registry.send('get', PATH);
    const { headers, text } = await registry.send('head', PATH).expect(200);

    expect(text).toBeUndefined();
    expect(headers).toMatchObject({ etag: ofGet.etag, 'content-length': ofGet['content-length'] });
  });

  describe('negotiates', () => {
    it.each([
      ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['anything', '*/*', 'application/json; charset=utf-8'],
      ['problem details, which a 200 never is', 'application/problem+json', 'application/json; charset=utf-8'],
      ['something not offered', 'image/png', 'application/json; charset=utf-8'],
      ['JSON and HTML alike', 'text/html, application/json', 'application/json; charset=utf-8'],
    ])('for %s', async (_name, accept, contentType) => {
      const { headers } = await registry.send('get', PATH).set('Accept', accept).expect(200);

      expect(headers['content-type']).toBe(contentType);
    });

    it('a page that needs no scripts and allows none', async () => {
      const { text, headers } = await registry.send('get', PATH).set('Accept', 'text/html').expect(200);

      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'/,
      );
      expect(text).not.toMatch(/<script| on\w+=| style=/);
      expect(text).toContain('<a href="/api/v1/error/not_found">');
      expect(text).toContain(`${PUBLIC_BASE_URL}${PATH}`);
    });

    it('a language that is stored, else English', async () => {
      const german = { description: 'So nicht.', causes: ['Falsche Methode.'], resolution: ['Andere nehmen.'] };
      await registry.send('put', `${PATH}/translations/de`, 'admin').send(german).expect(201);

      const responses = await Promise.all(
        ['de-CH, en;q=0.5', 'fr', 'fr, de;q=0.1', 'en, de'].map((wish) =>
          registry.send('get', PATH).set('Accept-Language', wish).expect(200),
        ),
      );

      expect(responses.map(({ headers }) => headers['content-language'])).toEqual(['de', 'en', 'de', 'en']);
      expect(responses[0]!.body).toMatchObject({ ...german, status: 405, title: 'method_not_allowed' });
      expect(responses[0]!.headers.etag).not.toBe(responses[1]!.headers.etag);
    });
  });

  describe('refuses', () => {
    it.each([
      ['capitals', 'Not_Found'],
      ['a blank', 'not%20found'],
      ['an encoded slash', 'not%2Ffound'],
      ['a digit in front', '1st'],
      ['one character', 'a'],
      ['more than 64 characters', 'a'.repeat(65)],
      ['a line break at the end', 'not_found%0A'],
    ])('a type with %s as malformed', async (_name, type) => {
      const { body, headers } = await registry.send('get', `/api/v1/error/${type}`).expect(400);

      expect(body.error_type).toBe('malformed_error_type');
      expect(headers['x-error-type']).toBe('malformed_error_type');
    });

    it('an escape that cannot be decoded', async () => {
      const { body } = await registry.send('get', '/api/v1/error/%ZZ').expect(400);

      expect(body.title).toBe('malformed_url');
    });

    it('an unknown type, with problem details and a link to their explanation', async () => {
      const { body, headers } = await registry
        .send('get', '/api/v1/error/no_such_thing')
        .set('X-Request-Id', '7b1c9a52-3f0e-4d8b-9a66-2f1f5a0c8e17')
        .expect(404);

      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(headers.link).toBe(`<${PUBLIC_BASE_URL}/api/v1/error/unknown_error_type>; rel="help"`);
      expect(body).toEqual({
        type: `${PUBLIC_BASE_URL}/api/v1/error/unknown_error_type`,
        title: 'unknown_error_type',
        status: 404,
        detail: 'Unknown error type: no_such_thing.',
        instance: 'urn:uuid:7b1c9a52-3f0e-4d8b-9a66-2f1f5a0c8e17',
        error_type: 'unknown_error_type',
        error_message: 'Unknown error type: no_such_thing.',
      });
    });

    it('callers without credentials, offering Basic and Bearer', async () => {
      const { body, headers } = await registry.send('get', PATH, null).expect(401);

      expect(headers['www-authenticate']).toBe('Basic realm="Wardstone", Bearer');
      expect(body.title).toBe('session_required');
    });

    it('a caller without credentials who accepts HTML, but only what the product itself explains', async () => {
      const page = (path: string) => registry.send('get', path, null).set('Accept', 'text/html,*/*;q=0.8');
      await page(PATH)
        .expect(200)
        .expect('Content-Type', /^text\/html/);
      await page('/api/v1/error/no_such_thing').expect(401);
      await page('/api/v1/error').expect(401);
      await registry.send('get', PATH, null).set('Accept', 'application/json').expect(401);
    });

    it('a caller without the permission, before it looks at the type', async () => {
      const { body } = await registry.send('get', '/api/v1/error/NONSENSE', []).expect(403);

      expect(body.title).toBe('insufficient_scope');
    });

    it('an identity that has expired', async () => {
      const identity = registry.identityWith(['errors:read']);
      registry.api.clock.advance(10 * 60_000);
      const { body } = await registry.api.anonymous.get(PATH).set(identity).expect(401);
      registry.api.clock.set(NOON);

      expect(body.title).toBe('expired_token');
    });
  });
});
