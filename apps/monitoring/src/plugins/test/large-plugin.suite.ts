import { measureProcessorTime } from '@wardstone/testing';
import { aDescriptor, usePlugins } from './plugin-fixture';

const SERVERS = 40;
const SERVICES = 9;

/** 400 types with 4,440 metric definitions, operations, events and configurations. */
function largeDescriptor(version: number, displayType: string): Buffer {
  const facets = (owner: string) =>
    Array.from({ length: 10 }, (_, n) => `<metric property="${owner}.m${n}" displayType="${displayType}"/>`).join('') +
    `<operation name="restart"><parameters><c:simple-property name="grace" type="integer" default="3"/></parameters></operation>` +
    `<event name="log"/><content name="file" category="deployable"/>` +
    `<resource-configuration><c:simple-property name="a"/><c:simple-property name="b" required="false"/></resource-configuration>`;
  const service = (server: number, n: number) =>
    `<service name="Service ${server}.${n}">${facets('service')}</service>`;
  const servers = Array.from({ length: SERVERS }, (_, server) => {
    const services = Array.from({ length: SERVICES }, (_, n) => service(server, n)).join('');
    return `<server name="Server ${server}">${facets('server')}${services}</server>`;
  });
  return aDescriptor('Large', servers.join(''), `version="${version}"`);
}

describe('a plugin of 400 types', () => {
  const api = usePlugins();
  const counts = async () => {
    const [row] = await api.database.query(
      `WITH types AS (
         SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id WHERE p.name = 'Large' AND NOT t.is_deleted)
       SELECT (SELECT count(*) FROM types) AS types,
              (SELECT count(*) FROM metric_definition d JOIN types t ON t.id = d.resource_type_id) AS metrics,
              (SELECT count(*) FROM operation_definition d JOIN types t ON t.id = d.resource_type_id) AS operations,
              (SELECT count(*) FROM event_definition d JOIN types t ON t.id = d.resource_type_id) AS events,
              (SELECT count(*) FROM package_type d JOIN types t ON t.id = d.resource_type_id) AS packages,
              (SELECT count(*) FROM resource_type_parent d JOIN types t ON t.id = d.type_id) AS parents`,
    );
    return row;
  };
  const platforms = async (): Promise<number> => {
    const [row] = await api.database.query<{ count: number }>(
      `SELECT count(*) AS count FROM resource_type t WHERE t.category = 'PLATFORM'`,
    );
    return row!.count;
  };

  it('is registered and upgraded completely, in one pass each', async () => {
    const expected = {
      types: 400,
      metrics: 4400,
      operations: 400,
      events: 400,
      packages: 400,
      parents: SERVERS * SERVICES + SERVERS * (await platforms()),
    };

    const first = await measureProcessorTime(() => api.deploy(largeDescriptor(1, 'detail')));
    expect(await counts()).toEqual(expected);
    const second = await measureProcessorTime(() => api.deploy(largeDescriptor(2, 'summary')));
    expect(await counts()).toEqual(expected);

    if (process.env['SHOW_TIMES']) process.stderr.write(`registered ${first} ms, upgraded ${second} ms\n`);
    // A quiet machine takes 1 to 2 s each; a statement per metric would take minutes.
    expect(Math.max(first, second)).toBeLessThan(20_000);
  });
});
