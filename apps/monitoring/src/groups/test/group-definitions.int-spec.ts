import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

interface Definition {
  id: number;
  name: string;
}

const EXPRESSION = ['groupby resource.type.plugin', 'groupby resource.type.name'];

describe('group definitions', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const operator = () => api.as({ roles: ['operator'] });
  const viewer = () => api.as({ roles: ['viewer'] });
  const post = (body: object) => api.post('/rest/group/definitions').send(body);
  const put = (id: number, body: object) => api.put(`/rest/group/definition/${id}`).send(body);
  let serial = 0;
  const create = async (over: object = {}): Promise<Definition> =>
    (await post({ name: `made ${++serial}`, expression: EXPRESSION, ...over }).expect(201)).body as Definition;
  const read = async (id: number): Promise<object> =>
    (await api.get(`/rest/group/definition/${id}`).expect(200)).body as object;
  const calculate = (id: number) => api.put(`/rest/group/definition/${id}?recalculate=true`);

  const REFUSED = [
    ['a blank name', { name: ' ' }, 'invalid_content'],
    ['no expression', { expression: [] }, 'invalid_content'],
    ['an expression of blanks', { expression: [' ', '\n'] }, 'invalid_content'],
    ['a negative interval', { recalcInterval: -1 }, 'invalid_content'],
    ['an interval below a minute', { recalcInterval: 59_999 }, 'invalid_content'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'invalid_content'],
    ...['<', '$', "'", '[', '{'].map(
      (sign) => [`${sign} in the name`, { name: `a${sign}b` }, 'invalid_content'] as const,
    ),
    ['a description of 101 characters', { description: 'd'.repeat(101) }, 'invalid_content'],
    ['an expression that is no list', { expression: 'resource.name = a' }, 'invalid_content'],
    ['an expression that cannot be read', { expression: ['resource.nam = a'] }, 'group_expression_invalid'],
    [
      'an expression of 1001 characters',
      { expression: [`resource.name = ${'n'.repeat(985)}`] },
      'group_expression_invalid',
    ],
  ] as const;

  describe('POST /rest/group/definitions', () => {
    it('creates a definition without calculating it', async () => {
      await givenResource(db());
      const sent = { name: ' by type ', description: 'One per type', expression: EXPRESSION, recalcInterval: 60_000 };
      const { body, headers } = await operator().post('/rest/group/definitions').send(sent).expect(201);
      const at = (path: string) => ({ href: `${PUBLIC_URL}/rest/${path}` });
      expect(body).toEqual({
        ...sent,
        id: expect.any(Number),
        name: 'by type',
        generatedGroupIds: [],
        recursive: false,
        links: [{ edit: at(`group/definition/${body.id}`) }, { create: at('group/definitions') }],
      });
      expect(body.id).toBeGreaterThan(10_000);
      expect(headers['location']).toBe(`${PUBLIC_URL}/rest/group/definition/${body.id}`);
      expect(await read(body.id as number)).toEqual(body);
      expect((await api.get('/rest/group?q=by%20type')).body).toEqual([]);
    });

    it('keeps statements as entered, splits lines and drops trailing blanks', async () => {
      const expression = [' RESOURCE name =  a ', '', 'groupby resource.id\n\n memberof = x', null, ' ', ''];
      expect(await create({ expression })).toMatchObject({
        expression: [' RESOURCE name =  a ', '', 'groupby resource.id', '', ' memberof = x'],
      });
    });

    it('accepts texts of the maximum length', async () => {
      const body = {
        name: '𝄞'.repeat(100),
        description: '𝄞'.repeat(100),
        expression: [`resource.name = ${'𝄞'.repeat(984)}`],
        recalcInterval: 60_000,
        recursive: true,
      };
      expect(await create(body)).toMatchObject(body);
    });

    it('accepts and returns XML', async () => {
      const { text } = await api
        .post('/rest/group/definitions')
        .set('Content-Type', 'application/xml')
        .set('Accept', 'application/xml')
        .send(
          `<groupDefinition><name>from xml</name><expression>resource.name = a</expression>
           <expression>groupby resource.id</expression></groupDefinition>`,
        )
        .expect(201);
      expect(text).toMatch(/<groupDefinition>.*<expression>resource.name = a<\/expression>/s);
    });

    it.each<readonly [string, object | undefined, string]>([
      ['no body', undefined, 'invalid_content'],
      ['no name', { name: null }, 'invalid_content'],
      ...REFUSED,
    ])('returns 406 for %s', async (_case, over, error) => {
      const body = over && { name: 'refused', expression: EXPRESSION, ...over };
      const { headers } = await api.post('/rest/group/definitions').send(body).expect(406);
      expect(headers['x-error-type']).toBe(error);
    });

    it('points at line and column of a bad expression', async () => {
      const { body } = await post({ name: 'bad', expression: ['', 'resource.name = a', '  resource.nam = a'] }).expect(
        406,
      );
      expect((body as { message: string }).message).toMatch(/^Line 3, column 12: /);
    });

    it('returns 409 for a taken name in any letter case, after all other checks', async () => {
      await create({ name: 'Taken' });
      const { headers } = await post({ name: 'tAKEN', expression: EXPRESSION }).expect(409);
      expect(headers['x-error-type']).toBe('group_definition_exists');
      await post({ name: 'taken', expression: ['x'] }).expect(406);
    });

    it('needs MANAGE_INVENTORY', async () => {
      await viewer().post('/rest/group/definitions').send({}).expect(403);
      await api.anonymous.post('/rest/group/definitions').send({}).expect(401);
    });
  });

  describe('GET /rest/group/definitions', () => {
    it('lists by name, filtered by a part of it', async () => {
      for (const name of ['zz list b', 'zz LIST c', 'zz list_a', 'zz node 10', 'zz node 2']) await create({ name });
      const names = async (q: string) =>
        ((await operator().get(`/rest/group/definitions?q=${q}`).expect(200)).body as Definition[]).map(
          ({ name }) => name,
        );
      expect(await names('ZZ%20list')).toEqual(['zz list b', 'zz LIST c', 'zz list_a']);
      expect(await names('t_a')).toEqual(['zz list_a']);
      expect(await names('nothing')).toEqual([]);
      expect(await names('zz%20node')).toEqual(['zz node 2', 'zz node 10']);
    });

    it('needs MANAGE_INVENTORY', async () => {
      await viewer().get('/rest/group/definitions').expect(403);
      await api.anonymous.get('/rest/group/definitions').expect(401);
    });

    it.each([
      ['application/xml', /<collection>.*<groupDefinition>/s],
      ['text/html', /zz list b/],
      ['application/vnd.vendor.wrapped+json', /"zz list b"/],
    ])('accepts and returns %s', async (type, pattern) => {
      const { text } = await api.get('/rest/group/definitions?q=zz').set('Accept', type).expect(200);
      expect(text).toMatch(pattern);
    });
  });

  describe('GET /rest/group/definition/{id}', () => {
    it('returns 404, then 403, and is cacheable with revalidation', async () => {
      const { id } = await create();
      await viewer().get('/rest/group/definition/42').expect(404);
      await api.get('/rest/group/definition/x').expect(404);
      await viewer().get(`/rest/group/definition/${id}`).expect(403);
      const { headers } = await api.get(`/rest/group/definition/${id}`).expect(200);
      expect(headers['cache-control']).toBe('private, no-cache');
    });
  });

  describe('PUT /rest/group/definition/{id}', () => {
    it('replaces the given fields', async () => {
      const { id } = await create();
      const sent = {
        name: `renamed ${id}`,
        description: 'new',
        expression: ['resource.name = a'],
        recalcInterval: 120_000,
        recursive: true,
      };
      const { body } = await operator()
        .put(`/rest/group/definition/${id}`)
        .send({ ...sent, id: 7 })
        .expect(200);
      expect(body).toMatchObject({ ...sent, id, generatedGroupIds: [] });
      expect(await read(id)).toEqual(body);
    });

    it.each([
      ['absent', {}],
      ['null', { name: null, description: null, expression: null, recalcInterval: null, recursive: null }],
      ['blank', { name: ' ' }],
    ])('keeps name and expression that are %s, and clears the rest', async (_case, body) => {
      const { id, name } = await create({ description: 'd', recalcInterval: 60_000, recursive: true });
      expect((await put(id, body).expect(200)).body).toMatchObject({
        name,
        expression: EXPRESSION,
        description: null,
        recalcInterval: 0,
        recursive: false,
      });
    });

    it.each(REFUSED.filter(([name]) => name !== 'a blank name'))('returns 406 for %s', async (_case, body, error) => {
      const definition = await create();
      const { headers } = await put(definition.id, body).expect(406);
      expect(headers['x-error-type']).toBe(error);
      expect(await read(definition.id)).toEqual(definition);
    });

    it('returns 406 for a name that another request takes at the same moment', async () => {
      const { id } = await create({ name: 'to be renamed' });
      // Simulates another request between the check of names and the change.
      await db().query(`
        CREATE FUNCTION take_name() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO group_definition (name, expression, recalc_interval_ms, is_recursive, modified_ms)
          VALUES (NEW.name, OLD.expression, 0, false, 0);
          RETURN NEW;
        END $$;
        CREATE TRIGGER take_name BEFORE UPDATE ON group_definition FOR EACH ROW EXECUTE FUNCTION take_name()`);
      const { status, headers } = await put(id, { name: 'wanted by two' });
      await db().query('DROP FUNCTION take_name() CASCADE');
      expect([status, headers['x-error-type']]).toEqual([406, 'group_definition_name_taken']);
    });

    it('returns 406 for the name of another, in any letter case, and accepts its own', async () => {
      const first = await create({ name: 'first of two' });
      const second = await create({ name: 'second of two' });
      const { headers } = await put(second.id, { name: 'FIRST of two' }).expect(406);
      expect(headers['x-error-type']).toBe('group_definition_name_taken');
      await put(first.id, { name: 'First Of Two' }).expect(200);
    });

    it('returns 404 for any body, then 403', async () => {
      const { id } = await create();
      await viewer().put('/rest/group/definition/42').send({ recalcInterval: -1 }).expect(404);
      await calculate(42).expect(404);
      await viewer().put(`/rest/group/definition/${id}`).send({ recalcInterval: -1 }).expect(403);
      await viewer().put(`/rest/group/definition/${id}?recalculate=true`).expect(403);
    });

    it('renames its groups at once, and updates their members with a calculation', async () => {
      const type = await givenType(db(), { name: 'Renaming' });
      await givenResource(db(), { type });
      const { id } = await create({
        name: 'before',
        expression: ['resource.type.name = Renaming', 'groupby resource.type.plugin'],
      });
      await calculate(id).expect(204);
      const nameOfGroup = async (): Promise<string[]> =>
        ((await api.get('/rest/group?q=dynagroup')).body as (Definition & { dynaGroupDefinitionId: number })[])
          .filter(({ dynaGroupDefinitionId }) => dynaGroupDefinitionId === id)
          .map(({ name }) => name);
      expect(await nameOfGroup()).toEqual(['DynaGroup - before ( Given )']);
      const { body } = await put(id, { name: 'after', expression: ['resource.type.name = Renaming'] }).expect(200);
      expect(await nameOfGroup()).toEqual(['DynaGroup - after ( Given )']);
      await calculate(id).expect(204);
      expect(await nameOfGroup()).toEqual(['DynaGroup - after']);
      await givenGroup(db(), { name: 'DYNAGROUP - clash' });
      const { headers } = await put(id, { name: 'clash' }).expect(406);
      expect(headers['x-error-type']).toBe('group_definition_name_taken');
      expect(await nameOfGroup()).toEqual(['DynaGroup - after']);
      expect((body as { generatedGroupIds: number[] }).generatedGroupIds).toHaveLength(1);
    });

    it('applies recursion to its groups at once', async () => {
      const type = await givenType(db(), { name: 'Recursing' });
      const host = await givenResource(db(), { type });
      await givenResource(db(), { parent: host });
      const { id } = await create({ expression: ['resource.type.name = Recursing'] });
      await calculate(id).expect(204);
      const group = ((await read(id)) as { generatedGroupIds: number[] }).generatedGroupIds[0]!;
      const shown = async (): Promise<object> => (await api.get(`/rest/group/${group}`)).body as object;
      expect(await shown()).toMatchObject({ recursive: false, explicitCount: 1, implicitCount: 1 });
      await put(id, { recursive: true }).expect(200);
      expect(await shown()).toMatchObject({ recursive: true, explicitCount: 1, implicitCount: 2 });
      await put(id, {}).expect(200);
      expect(await shown()).toMatchObject({ recursive: false, explicitCount: 1, implicitCount: 1 });
    });
  });

  describe('DELETE /rest/group/definition/{id}', () => {
    it('deletes the definition with its groups, and is idempotent', async () => {
      const { id } = await create({ expression: ['resource.name = nobody'] });
      await calculate(id).expect(204);
      const { generatedGroupIds } = (await read(id)) as { generatedGroupIds: number[] };
      await viewer().delete(`/rest/group/definition/${id}`).expect(403);
      await operator().delete(`/rest/group/definition/${id}`).expect(204);
      await api.get(`/rest/group/definition/${id}`).expect(404);
      await api.get(`/rest/group/${generatedGroupIds[0]}`).expect(404);
      await api.delete(`/rest/group/definition/${id}`).expect(204);
      await api.delete(`/rest/group/definition/${id}?validate=true`).expect(404);
    });
  });
});
