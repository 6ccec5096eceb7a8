import { createService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { MonitoringConfig } from '../../monitoring.config';
import { monitoringService } from '../../service';
import { PluginScan } from '../plugin-scan.service';
import { aDescriptor, BUILT_IN_NAMES, usePlugins } from './plugin-fixture';

const plugin = (name: string, body = '', version = '1') => aDescriptor(name, body, `version="${version}"`);

describe('scans of several replicas', () => {
  const api = usePlugins();
  const startAnother = async () => {
    const config = loadConfig(MonitoringConfig, {
      HOST: '127.0.0.1',
      DATABASE_URL: api.database.url,
      LOG_LEVEL: 'silent',
      JOBS_PER_PROCESS: '0',
    });
    return createService(monitoringService(config));
  };
  const count = async (table: string): Promise<number> => {
    const [row] = await api.database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
    return row!.count;
  };

  it('register waiting packages once', async () => {
    for (let n = 0; n < 5; n++) await api.deploy(plugin(`P${n}`, `<server name="S${n}"/>`), `name=p${n}.xml`);
    const scan = api.service.app.get(PluginScan);

    const reports = await Promise.all([scan.run(), scan.run(), scan.run()]);

    expect(reports.map(({ entries }) => entries.length).sort()).toEqual([0, 0, 5]);
    expect(Object.keys(await api.versions())).toHaveLength(5);
  });

  it('let uploads of one plugin under one name run one after the other', async () => {
    const uploads = [1, 2, 3, 4].map((version) =>
      api.deploy(plugin('Racing', `<server name="V${version}"/>`, `${version}`), 'name=racing.xml&scan=true'),
    );
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await api.versions()).toMatchObject({ Racing: '4' });
    expect(Object.keys(await api.listTypes('Racing'))).toEqual(['V4']);
  });

  it('change nothing when a replica starts', async () => {
    const tables = ['plugin', 'plugin_file', 'resource_type', 'metric_definition', 'stored_content'];
    const before = await Promise.all(tables.map(count));

    const others = await Promise.all([startAnother(), startAnother()]);
    for (const other of others) await other.close();

    expect(await Promise.all(tables.map(count))).toEqual(before);
  });

  it('register the built-in plugins once when several replicas start on an empty database', async () => {
    await api.database.query(
      `TRUNCATE plugin, plugin_file, built_in_plugin, resource_type, stored_content, content RESTART IDENTITY CASCADE`,
    );
    const others = await Promise.all([startAnother(), startAnother(), startAnother()]);
    for (const other of others) await other.close();

    const plugins = await api.database.query(`SELECT p.id, p.name FROM plugin p ORDER BY p.id`);
    expect(plugins).toEqual(BUILT_IN_NAMES.map((name, n) => ({ id: 10_001 + n, name })));
    expect(await count('plugin_file')).toBe(0);
    expect(await count('stored_content')).toBe(BUILT_IN_NAMES.length);
  });

  it('change nothing when their process ends halfway, and continue with the next package', async () => {
    await api.deploy(plugin('Survivor', '<server name="S"/>'), 'name=survivor.xml');
    const scan = api.service.app.get(PluginScan);

    const died = await api.database.transaction(async (tx) => {
      // A scan has merged the types when it stores their parents, and cannot continue there.
      await tx.query(`LOCK TABLE resource_type_parent`);
      const dying = scan.run().catch((error: unknown) => error);
      await waitForScan(`wait_event_type = 'Lock' AND query LIKE '%resource_type_parent%'`);
      // The server's view of kill -9: a closed connection.
      await api.database.query(
        `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
          WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND a.query LIKE '%resource_type_parent%'`,
      );
      return dying;
    });

    expect(died).toBeInstanceOf(Error);
    expect(await api.versions()).toEqual({});
    expect(await api.listTypes('Survivor')).toEqual({});
    expect(await api.fileNames()).toEqual(['survivor.xml']);
    await api.get('/rest/plugins?reload=true').expect(200);
    expect(await api.versions()).toEqual({ Survivor: '1' });
    expect(await api.fileNames()).toEqual([]);
  });

  async function waitForScan(condition: string): Promise<void> {
    for (;;) {
      const found = await api.database.query(
        `SELECT 1 FROM pg_stat_activity a WHERE a.datname = current_database() AND ${condition}`,
      );
      if (found.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});
