import { PUBLIC_BASE_URL, aCustomError, useRegistry } from './use-registry';

const registry = useRegistry();
const PATH = '/api/v1/error/toaster_on_fire';

const put = (body: object | string, headers: Record<string, string> = {}, path = PATH) =>
  registry.send('put', path, 'admin').set('Content-Type', 'application/json').set(headers).send(body);
const etag = async (headers: Record<string, string> = {}): Promise<string> =>
  (await registry.send('get', PATH).set(headers).expect(200)).headers.etag!;

beforeEach(() => registry.database.query('DELETE FROM error_type WHERE is_custom'));

describe('PUT /error/{error_type}', () => {
  it('creates a custom type: 201, its address, its explanation', async () => {
    const { body, headers } = await put(aCustomError({ related: ['not_found', 'toaster_on_fire'] })).expect(201);

    expect(headers.location).toBe(`${PUBLIC_BASE_URL}${PATH}`);
    expect(body).toEqual({
      ...aCustomError(),
      type: `${PUBLIC_BASE_URL}${PATH}`,
      title: 'toaster_on_fire',
      service: 'common',
      since: '0.1.0',
      deprecated: false,
      related: ['not_found', 'toaster_on_fire'],
      custom: true,
    });
    expect(headers.etag).toBe(await etag());
  });

  it('replaces it as a whole: 200', async () => {
    const example = { request: 'POST /toast', response: 'HTTP/1.1 503' };
    await put(aCustomError({ example, deprecated: true, service: 'gateway', since: '0.2.0' })).expect(201);

    const { body } = await put(aCustomError({ status: 500 })).expect(200);

    expect(body).toMatchObject({ status: 500, deprecated: false, service: 'common', since: '0.1.0', related: [] });
    expect(body.example).toBeUndefined();
    expect((await registry.send('get', PATH)).body).toEqual(body);
  });

  it('accepts the body that a GET returned', async () => {
    await put(aCustomError({ related: ['not_found'] })).expect(201);
    const { body: read } = await registry.send('get', PATH);

    const { body } = await put(read).expect(200);

    expect(body).toEqual(read);
  });

  it('leaves the types of the product alone: 409', async () => {
    const { body } = await put(aCustomError(), {}, '/api/v1/error/not_found').expect(409);

    expect(body).toMatchObject({
      title: 'error_type_not_custom',
      detail: 'The error type not_found belongs to all services.',
    });
    expect((await registry.send('get', '/api/v1/error/not_found')).body.status).toBe(404);
  });

  it.each([
    ['nothing', {}, ['causes', 'description', 'resolution', 'status']],
    ['no body at all', '', ['causes', 'description', 'resolution', 'status']],
    ['a list', [], ['body']],
    ['a list of thousands', Array(19_000).fill({}), ['body']],
    ['a list of examples', aCustomError({ example: Array(19_000).fill({}) }), ['example']],
    ['a description of blanks', aCustomError({ description: '  ' }), ['description']],
    ['no causes', aCustomError({ causes: [] }), ['causes']],
    ['an empty cause', aCustomError({ causes: ['Heat.', ' '] }), ['causes']],
    ['a resolution that is text', aCustomError({ resolution: 'Run.' }), ['resolution']],
    ['a status that is no error', aCustomError({ status: 302 }), ['status']],
    ['an unknown service', aCustomError({ service: 'toaster' }), ['service']],
    ['half an example', aCustomError({ example: { request: 'GET /' } }), ['example.response']],
    ['an odd version', aCustomError({ since: 'yesterday' }), ['since']],
    ['a null byte', aCustomError({ description: 'a\u0000b' }), ['description']],
    ['relatives that do not exist', aCustomError({ related: ['not_found', 'nobody'] }), ['related']],
  ])('refuses %s and lists the fields at fault', async (_name, sent, fields) => {
    const { body } = await put(sent).expect(400);

    expect(body.title).toBe('invalid_request');
    expect(body.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual(fields);
    for (const { problems } of body.fields) expect(problems.length).toBeGreaterThan(0);
    await registry.send('get', PATH).expect(404);
  });

  it('refuses bodies that are not JSON or too large', async () => {
    expect((await put('{"status":').expect(400)).body.title).toBe('invalid_request');
    expect((await put('a=b', { 'Content-Type': 'text/plain' }).expect(415)).body.title).toBe('unsupported_media_type');
    expect((await put(aCustomError({ description: 'x'.repeat(300_000) })).expect(413)).body.title).toBe(
      'payload_too_large',
    );
  });

  it.each([
    ['nobody', null, 401],
    ['a viewer', 'viewer', 403],
    ['an operator', 'operator', 403],
  ] as const)('is forbidden for %s', async (_name, who, status) => {
    await registry.send('put', PATH, who).send(aCustomError()).expect(status);
    await registry.send('get', PATH).expect(404);
  });

  describe('with If-Match', () => {
    it('writes when the version is still the one that was read, in whatever representation', async () => {
      await put(aCustomError()).expect(201);

      await put(aCustomError({ status: 500 }), { 'If-Match': await etag() }).expect(200);
      await put(aCustomError({ status: 501 }), { 'If-Match': await etag({ Accept: 'text/html' }) }).expect(200);
      await put(aCustomError({ status: 502 }), { 'If-Match': '*' }).expect(200);
    });

    it('returns 412 when it is not, and stores nothing', async () => {
      await put(aCustomError()).expect(201);
      const old = await etag();
      await put(aCustomError({ status: 500 })).expect(200);

      const { body } = await put(aCustomError({ status: 501 }), { 'If-Match': old }).expect(412);

      expect(body.title).toBe('precondition_failed');
      expect((await registry.send('get', PATH)).body.status).toBe(500);
    });

    it('returns 412 when there is nothing to match', async () => {
      await put(aCustomError(), { 'If-Match': '*' }).expect(412);
    });
  });

  it('lets one of several writers create with If-None-Match: *', async () => {
    const responses = await Promise.all(
      [501, 502, 503, 504].map((status) => put(aCustomError({ status }), { 'If-None-Match': '*' })),
    );

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 412, 412, 412]);
  });
});

describe('DELETE /error/{error_type}', () => {
  it('removes a custom type: 204, then 404', async () => {
    await put(aCustomError()).expect(201);

    const { text } = await registry.send('delete', PATH, 'admin').expect(204);

    expect(text).toBe('');
    await registry.send('get', PATH).expect(404);
    expect((await registry.send('delete', PATH, 'admin').expect(404)).body.title).toBe('unknown_error_type');
  });

  it('keeps the types of the product: 409', async () => {
    await registry.send('delete', '/api/v1/error/not_found', 'admin').expect(409);
    await registry.send('get', '/api/v1/error/not_found').expect(200);
  });

  it('keeps what has changed since: 412', async () => {
    await put(aCustomError()).expect(201);

    await registry.send('delete', PATH, 'admin').set('If-Match', '"something else"').expect(412);
    await registry
      .send('delete', PATH, 'admin')
      .set('If-Match', await etag())
      .expect(204);
  });

  it('is for administrators', async () => {
    await put(aCustomError()).expect(201);

    await registry.send('delete', PATH, 'operator').expect(403);
    await registry.send('delete', PATH, null).expect(401);
    await registry.send('delete', '/api/v1/error/TOAST', 'admin').expect(400);
  });
});

describe('PUT /error/{error_type}/translations/{lang}', () => {
  const german = { description: 'Der Toaster brennt.', causes: ['Zu viel Brot.'], resolution: ['Stecker ziehen.'] };
  const translate = (lang: string, body: object = german, path = PATH) => put(body, {}, `${path}/translations/${lang}`);

  it('stores the texts of a language: 201, then 200', async () => {
    await put(aCustomError()).expect(201);

    const { body, headers } = await translate('de-at').expect(201);
    const { body: again } = await translate('de-AT', { ...german, causes: ['Krümel.'] }).expect(200);

    expect(body).toMatchObject({ ...german, title: 'toaster_on_fire', status: 503 });
    expect(headers['content-language']).toBe('de-AT');
    expect(again.causes).toEqual(['Krümel.']);
    expect((await registry.send('get', PATH).set('Accept-Language', 'de')).body.causes).toEqual(['Krümel.']);
    expect((await registry.send('get', PATH)).body.causes).toEqual(['Too much bread.']);
  });

  it('is deleted with its type', async () => {
    await put(aCustomError()).expect(201);
    await translate('de').expect(201);
    await registry.send('delete', PATH, 'admin').expect(204);
    await put(aCustomError()).expect(201);

    const { headers } = await registry.send('get', PATH).set('Accept-Language', 'de').expect(200);

    expect(headers['content-language']).toBe('en');
  });

  it.each(['de_AT', 'en', 'EN', 'x', '-', 'de-'.repeat(13)])('refuses the language %s', async (lang) => {
    await put(aCustomError()).expect(201);

    expect((await translate(lang).expect(400)).body.title).toBe('malformed_language_tag');
  });

  it('refuses texts that are not whole, and types that are unknown', async () => {
    expect((await translate('de', { description: 'Nur das.' }).expect(400)).body.fields).toHaveLength(2);
    expect((await translate('de').expect(404)).body.title).toBe('unknown_error_type');
    await translate('de', german, '/api/v1/error/NO').expect(400);
  });

  it('is for administrators, and honours If-Match', async () => {
    await put(aCustomError()).expect(201);

    await registry.send('put', `${PATH}/translations/de`, 'viewer').send(german).expect(403);
    await put(german, { 'If-Match': '"old"' }, `${PATH}/translations/de`).expect(412);
    await put(german, { 'If-Match': await etag() }, `${PATH}/translations/de`).expect(201);
    // The version now includes the translation: its own tag matches as well.
    await put(german, { 'If-Match': await etag({ 'Accept-Language': 'de' }) }, `${PATH}/translations/de`).expect(200);
  });
});
