import { aDescriptor, usePlugins } from './plugin-fixture';

let version = 0;

/** Each is newer than the one before. */
const acme = (body: string) => aDescriptor('Acme', body, `version="${++version}" displayName="Acme ${version}"`);
const server = (inner: string, attributes = '') => `<server name="Gateway" ${attributes}>${inner}</server>`;
const inside = (...types: string[]) =>
  `<runs-inside>${types.map((type) => `<parent-resource-type name="${type}" plugin="Acme"/>`).join('')}</runs-inside>`;
const properties = (inner: string) => `<plugin-configuration>${inner}</plugin-configuration>`;

describe('an upgrade', () => {
  const api = usePlugins();
  const rows = (table: string, columns: string) =>
    api.database.query<Record<string, unknown>>(
      `SELECT ${columns} FROM ${table} d
         JOIN resource_type t ON t.id = d.resource_type_id JOIN plugin p ON p.id = t.plugin_id
        WHERE p.name = 'Acme' ORDER BY d.name`,
    );
  const deploy = async (body: string) => {
    const { status, body: response } = await api.deploy(acme(body));
    expect({ status, answer: response }).toEqual({ status: 200, answer: {} });
  };

  it('keeps the id of the plugin and whether it is enabled', async () => {
    await deploy(server(''));
    const [before] = await api.database.query<{ id: number }>(`SELECT p.id FROM plugin p WHERE p.name = 'Acme'`);
    await api.put(`/rest/plugins/${before!.id}?enabled=false`).expect(200);

    await deploy(server(''));

    const { body } = await api.get(`/rest/plugins/${before!.id}`).expect(200);
    expect(body).toMatchObject({ displayName: `Acme ${version}`, version: `${version}`, enabled: false });
    await api.put(`/rest/plugins/${before!.id}?enabled=true`).expect(200);
  });

  it('keeps the ids of types and updates what changed', async () => {
    await deploy(server('<service name="Route"/>', 'description="old"'));
    const before = await api.listTypes('Acme');
    await deploy(
      server('<service name="Route" createDeletePolicy="both"/>', 'description="new" subCategory="Edge" singleton="1"'),
    );

    expect(await api.listTypes('Acme')).toEqual(before);
    expect(
      await api.database.query(
        `SELECT t.name, t.description, t.sub_category, t.is_singleton, t.create_policy FROM resource_type t
          JOIN plugin p ON p.id = t.plugin_id WHERE p.name = 'Acme' ORDER BY t.name`,
      ),
    ).toEqual([
      { name: 'Gateway', description: 'new', sub_category: 'Edge', is_singleton: true, create_policy: 'NEITHER' },
      { name: 'Route', description: null, sub_category: null, is_singleton: false, create_policy: 'BOTH' },
    ]);
  });

  it('removes resources of removed types from the inventory, and groups made for the types', async () => {
    await deploy(server('<service name="Route"><service name="Part"/></service>'));
    const gateway = await api.addResource('Acme', 'Gateway');
    const route = await api.addResource('Acme', 'Route', { parent_id: gateway });
    const part = await api.addResource('Acme', 'Part', { parent_id: route });
    const { Route } = await api.listTypes('Acme');
    const [group] = await api.database.query<{ id: number }>(
      `INSERT INTO resource_group (name, modified_ms) VALUES ('mixed', 0) RETURNING id`,
    );
    await api.database.query(
      `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
       VALUES ($1, $2, true), ($1, $3, true)`,
      [group!.id, gateway, part],
    );
    await api.database.query(
      `INSERT INTO resource_group (name, resource_type_id, modified_ms) VALUES ('routes', $1, 0)`,
      [Route!.id],
    );

    await deploy(server(''));

    expect((await api.listTypes('Acme'))['Route']).toMatchObject({ is_deleted: true });
    expect(await api.resource(gateway)).toMatchObject({ inventory_status: 'COMMITTED' });
    for (const id of [route, part]) {
      expect(await api.resource(id)).toMatchObject({ inventory_status: 'UNINVENTORIED', parent_id: null });
    }
    expect(await api.database.query(`SELECT g.name FROM resource_group g ORDER BY g.name`)).toEqual([
      { name: 'mixed' },
    ]);
    expect(await api.database.query(`SELECT m.resource_id FROM resource_group_member m`)).toEqual([
      { resource_id: gateway },
    ]);
  });

  it('deletes such types with the last of their resources, unless they were added again', async () => {
    await deploy(server('<service name="Part"/>'));
    expect((await api.listTypes('Acme'))['Part']).toMatchObject({ is_deleted: false });

    await api.database.query(`DELETE FROM resource r WHERE r.inventory_status = 'UNINVENTORIED'`);
    await api.get('/rest/plugins?reload=true').expect(200);
    expect(Object.keys(await api.listTypes('Acme')).sort()).toEqual(['Gateway', 'Part']);
  });

  it('keeps ids, default intervals and schedules of metrics, and changes the rest', async () => {
    const columns = 'd.id, d.name, d.is_per_minute, d.display_name, d.unit, d.is_on_by_default, d.default_interval_ms';
    await deploy(server('<metric property="free" units="bytes" defaultInterval="60000"/>'));
    const gateway = await api.addResource('Acme', 'Gateway', { name: 'metrics' });
    const [before] = await rows('metric_definition', columns);
    await api.database.query(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       VALUES ($1, $2, false, 31000, 0)`,
      [before!['id'], gateway],
    );

    await deploy(
      server(
        '<metric property="free" displayName="Room" units="kilobytes" displayType="summary" defaultInterval="90000"/>',
      ),
    );

    const [after] = await rows('metric_definition', columns);
    expect(after).toEqual({ ...before, display_name: 'Room', unit: 'KILOBYTES', is_on_by_default: true });
    const schedules = await api.database.query(
      `SELECT s.is_enabled, s.collection_interval_ms FROM metric_schedule s
        WHERE s.metric_definition_id = $1 AND s.resource_id = $2`,
      [before!['id'], gateway],
    );
    expect(schedules).toEqual([{ is_enabled: false, collection_interval_ms: 31000 }]);
  });

  it('gives existing resources schedules of new metrics, enabled as the metric says, and removes those of removed ones', async () => {
    await deploy(
      server('<metric property="hits" measurementType="trendsup" displayType="summary"/><metric property="misses"/>'),
    );
    const gone = await api.addResource('Acme', 'Gateway', { name: 'gone', inventory_status: 'UNINVENTORIED' });
    await deploy(
      server(
        '<metric property="hits" displayType="summary"/><metric property="load"/><metric property="rate" defaultOn="1"/>',
      ),
    );

    expect(
      await api.database.query(
        `SELECT d.name, s.is_enabled, s.collection_interval_ms
           FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
           JOIN resource r ON r.id = s.resource_id
          WHERE r.name = 'metrics' ORDER BY d.name`,
      ),
    ).toEqual([
      { name: 'hits', is_enabled: false, collection_interval_ms: 600000 },
      { name: 'load', is_enabled: false, collection_interval_ms: 1200000 },
      { name: 'rate', is_enabled: true, collection_interval_ms: 1200000 },
    ]);
    expect(await api.database.query(`SELECT 1 FROM metric_schedule s WHERE s.resource_id = $1`, [gone])).toEqual([]);
    expect((await rows('metric_definition', 'd.name, d.is_per_minute')).map(({ name }) => name)).toEqual([
      'hits',
      'load',
      'rate',
      'rhq.availability',
    ]);
  });

  it('lets the availability interval follow the descriptor while it is the built-in one', async () => {
    const toInterval = async () =>
      (await rows('metric_definition', 'd.name, d.default_interval_ms')).find(
        ({ name }) => name === 'rhq.availability',
      );
    const declared = (interval: number) =>
      server(`<metric property="rhq.availability" defaultInterval="${interval}"/>`);
    expect(await toInterval()).toMatchObject({ default_interval_ms: 60000 });
    await deploy(declared(90000));
    expect(await toInterval()).toMatchObject({ default_interval_ms: 90000 });
    await deploy(declared(120000));
    expect(await toInterval()).toMatchObject({ default_interval_ms: 90000 });
  });

  it.each([
    [
      'operation_definition',
      '<operation name="stop"/><operation name="start"/>',
      '<operation name="stop" timeout="9"/>',
    ],
    ['event_definition', '<event name="stop"/><event name="start"/>', '<event name="stop" description="d"/>'],
    [
      'package_type',
      '<content name="stop" category="deployable"/><content name="start" category="deployable"/>',
      '<content name="stop" category="configuration"/>',
    ],
    [
      'drift_template',
      '<drift-definition name="stop"/><drift-definition name="start"/>',
      '<drift-definition name="stop"><interval>60</interval></drift-definition>',
    ],
  ])('keeps the ids of rows of %s, adds and removes', async (table, before, after) => {
    await deploy(server(before));
    const [, stop] = await rows(table, 'd.*');
    await deploy(server(after));
    const changed = await rows(table, 'd.*');

    expect(changed.map(({ name }) => name)).toEqual(['stop']);
    expect(changed[0]!['id']).toBe(stop!['id']);
    expect(changed[0]).not.toEqual(stop);
  });

  it('keeps drift templates that definitions were made from, and the files they watch', async () => {
    const template = (include: string, interval: number) =>
      `<drift-definition name="used" description="every ${interval}">
         <basedir><value-context>fileSystem</value-context><value-name>/etc</value-name></basedir>
         <interval>${interval}</interval>
         <includes><include path="${include}"/></includes>
       </drift-definition>`;
    const templates = () => rows('drift_template', 'd.name, d.is_user_made, d.description, d.definition');
    await deploy(server(template('a', 60)));
    const [first] = await templates();
    const gateway = await api.addResource('Acme', 'Gateway', { name: 'drifting' });
    await api.database.query(
      `INSERT INTO drift_definition (resource_id, drift_template_id, name)
       SELECT $1, t.id, t.name FROM drift_template t WHERE t.name = 'used'`,
      [gateway],
    );
    await deploy(server(template('b', 60)));
    expect(await templates()).toEqual([first]);

    await deploy(server(template('a', 90)));
    const [second] = await templates();
    expect(second).toMatchObject({ description: 'every 90', is_user_made: false });

    await deploy(server(''));
    expect(await templates()).toEqual([{ ...second, is_user_made: true }]);

    await api.database.query(`DELETE FROM drift_definition`);
    await api.database.query(`DELETE FROM drift_template`);
  });

  it('keeps drift templates that users have created', async () => {
    const { Gateway } = await api.listTypes('Acme');
    await api.database.query(
      `INSERT INTO drift_template (resource_type_id, name, is_user_made, definition) VALUES ($1, 'mine', true, '{}')`,
      [Gateway!.id],
    );
    await deploy(server('<drift-definition name="mine"/>'));
    expect(await rows('drift_template', 'd.name, d.is_user_made, d.definition')).toEqual([
      { name: 'mine', is_user_made: true, definition: {} },
    ]);
  });

  it('writes new required connection properties into existing resources that have none', async () => {
    await api.database.query(`DELETE FROM resource`);
    await deploy(server(properties('<c:simple-property name="url"/>')));
    const bare = await api.addResource('Acme', 'Gateway', { name: 'bare', plugin_configuration: { url: 'u' } });
    const filled = await api.addResource('Acme', 'Gateway', {
      name: 'f',
      plugin_configuration: { url: 'u', port: '9' },
    });

    await deploy(
      server(
        properties(
          '<c:simple-property name="url"/><c:simple-property name="port" default="80"/>' +
            '<c:simple-property name="note" required="false" default="n"/>' +
            '<c:map-property name="auth"><c:simple-property name="realm" default="r"/></c:map-property>',
        ),
      ),
    );

    expect((await api.resource(bare)).plugin_configuration).toEqual({ url: 'u', port: '80', auth: { realm: 'r' } });
    expect((await api.resource(filled)).plugin_configuration).toEqual({ url: 'u', port: '9', auth: { realm: 'r' } });
  });

  it('is refused, and changes nothing, when such a property has no default', async () => {
    const before = await api.versions();
    const { status, body } = await api.deploy(
      acme(server(properties('<c:simple-property name="key"/>'), 'singleton="1"')),
    );

    expect(status).toBe(406);
    expect(body.message).toContain('"key" of Gateway has no default');
    expect(await api.versions()).toEqual(before);
    expect(await api.fileNames()).toEqual([]);
    const [type] = await api.database.query(
      `SELECT t.is_singleton FROM resource_type t JOIN plugin p ON p.id = t.plugin_id WHERE p.name = 'Acme' AND t.name = 'Gateway'`,
    );
    expect(type).toEqual({ is_singleton: false });
  });

  it('removes definitions of properties but not the values, and keeps resource configurations', async () => {
    const [bare] = await api.database.query<{ id: number }>(`SELECT r.id FROM resource r WHERE r.name = 'bare'`);
    const before = (await api.resource(bare!.id)).plugin_configuration;
    await deploy(
      server('<resource-configuration><c:simple-property name="size" default="3"/></resource-configuration>'),
    );
    expect((await api.resource(bare!.id)).plugin_configuration).toEqual(before);
    const [type] = await api.database.query<{ plugin_configuration: null; names: string }>(
      `SELECT t.plugin_configuration, t.resource_configuration -> 'properties' -> 0 ->> 'name' AS names
         FROM resource_type t JOIN plugin p ON p.id = t.plugin_id WHERE p.name = 'Acme' AND t.name = 'Gateway'`,
    );
    expect(type).toEqual({ plugin_configuration: null, names: 'size' });
  });

  it('moves resources below an ancestor or a sibling of a permitted type; others stay', async () => {
    const shape = (parents: string) =>
      `<platform name="Machine"><server name="Outer"><server name="Inner"/><server name="Beside"/></server></platform>
       <server name="Mover">${parents}</server>`;
    await deploy(shape(inside('Inner')));
    const machine = await api.addResource('Acme', 'Machine', { name: 'm' });
    const outer = await api.addResource('Acme', 'Outer', { name: 'o', parent_id: machine });
    const inner = await api.addResource('Acme', 'Inner', { name: 'i', parent_id: outer });
    const up = await api.addResource('Acme', 'Mover', { name: 'up', parent_id: inner, ancestry: 'old' });
    const { Machine, Outer, Beside } = await api.listTypes('Acme');

    await deploy(shape(inside('Machine', 'Outer')));
    expect(await api.resource(up)).toMatchObject({
      parent_id: outer,
      ancestry: `${Outer!.id}_:_${outer}_:_o_::_${Machine!.id}_:_${machine}_:_m`,
    });

    const beside = await api.addResource('Acme', 'Beside', { name: 'b', parent_id: outer });
    await deploy(shape(inside('Beside')));
    expect(await api.resource(up)).toMatchObject({
      parent_id: beside,
      ancestry: expect.stringMatching(`^${Beside!.id}_:_${beside}_:_b_::_`),
    });

    await deploy(shape(inside('Gone')));
    expect(await api.resource(up)).toMatchObject({ parent_id: beside, inventory_status: 'COMMITTED' });
  });

  it('keeps metrics, events and operations in the order of the descriptor', async () => {
    const metric = (name: string, attributes = '') =>
      `<metric property="${name}" displayName="${name}" ${attributes}/>`;
    const event = (name: string) => `<event name="${name}"/>`;
    const operation = (name: string) => `<operation name="${name}" displayName="${name}"/>`;
    const names = Array.from({ length: 12 }, (_, index) => `${'zyxwvutsrqpo'[index]}${index}`);
    const facets = (list: readonly string[]) =>
      [...list.map(operation), ...list.map((name) => metric(name)), metric('sum', 'measurementType="trendsup"')].join(
        '',
      ) + list.map(event).join('');
    const listed = async (path: string, field: string): Promise<string[]> => {
      const { body } = await api.get(path).set('Accept', 'application/json').expect(200);
      return (body as Record<string, string>[]).map((record) => record[field]!);
    };

    await deploy(server(facets(names)));
    const parent = await api.addResource('Platforms', 'Linux');
    const place = `/rest/resource/ordered?plugin=Acme&parentId=${parent}`;
    const { body: created } = await api.post(place).send({ value: 'Gateway' }).expect(201);
    const resource = Number((created as { resourceId: string }).resourceId);
    const { body: group } = await api.post('/rest/group').send({ name: 'ordered' }).expect(201);
    await api.put(`/rest/group/${(group as { id: number }).id}/resource/${resource}`).expect(200);
    const reversed = [...names].reverse();
    const inserted = [...reversed.slice(0, 5), 'another', ...reversed.slice(5)];
    for (const wanted of [names, inserted]) {
      if (wanted === inserted) await deploy(server(facets(inserted)));
      const metrics = [...wanted, 'sum', 'sum per Minute', 'Availability'];
      const { id } = group as { id: number };
      expect(await listed(`/rest/group/${id}/metricDefinitions`, 'displayName')).toEqual(metrics);
      expect(await listed(`/rest/event/${resource}/definitions`, 'name')).toEqual(wanted);
      expect(await listed(`/rest/operation/definitions?resourceId=${resource}`, 'name')).toEqual(wanted);
      const all = `/rest/resource/${resource}/schedules?enabledOnly=false`;
      expect(await listed(all, 'displayName')).toEqual(metrics);
    }
  });
});
