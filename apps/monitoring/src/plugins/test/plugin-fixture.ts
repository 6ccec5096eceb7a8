import { randomUUID } from 'node:crypto';
import { ZipFile } from 'yazl';
import { ContentStore } from '../../content/content-store';
import { type TestMonitoring, useMonitoring } from '../../test/use-monitoring';
import { BUILT_IN_PLUGINS, PLATFORMS_PLUGIN } from '../platforms/built-in-plugins';

const NAMESPACES = 'xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration"';

/** A descriptor; `body` is what is inside the plugin element. */
export function aDescriptor(name: string, body = '', attributes = ''): Buffer {
  return Buffer.from(`<?xml version="1.0"?>\n<plugin name="${name}" ${attributes} ${NAMESPACES}>${body}</plugin>`);
}

/** An archive of the entries, in their order. */
export async function aJar(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface StoredTypeRow {
  id: number;
  name: string;
  parents: string[];
  is_deleted: boolean;
}

/** The service with helpers to deploy plugins and to look at their outcome. */
export interface PluginFixture extends TestMonitoring {
  /** Uploads bytes. Returns the handle. */
  upload(bytes: Buffer): Promise<string>;
  /** Uploads a package and deploys it with `PUT /content/{handle}/plugins`. */
  deploy(bytes: Buffer, query?: string): Promise<{ status: number; body: { message?: string } }>;
  /** Name and version of every plugin that is registered, but the built-in ones. */
  versions(): Promise<Record<string, string>>;
  listTypes(plugin: string): Promise<Record<string, StoredTypeRow>>;
  fileNames(): Promise<string[]>;
  /** A resource of a type; returns its id. */
  addResource(plugin: string, type: string, over?: Partial<ResourceRow>): Promise<number>;
  resource(id: number): Promise<ResourceRow>;
}

export interface ResourceRow {
  parent_id: number | null;
  resource_key: string;
  name: string;
  inventory_status: string;
  ancestry: string | null;
  plugin_configuration: object;
}

/** Names of the plugins that come with the product, in the order of their ids: what others depend on, then by name. */
export const BUILT_IN_NAMES: readonly string[] = [
  PLATFORMS_PLUGIN,
  ...BUILT_IN_PLUGINS.map(({ name }) => name)
    .filter((name) => name !== PLATFORMS_PLUGIN)
    .sort(),
];

export function usePlugins(settings?: () => Record<string, string>): PluginFixture {
  const api = useMonitoring(settings);
  const database = () => api.database;
  const fixture: Omit<PluginFixture, keyof TestMonitoring> = {
    async upload(bytes) {
      const handle = `rhq-rest-${randomUUID().replaceAll('-', '')}.bin`;
      await api.service.app
        .get(ContentStore)
        .put(toPieces(bytes), (tx, { key }) =>
          tx.query(
            `INSERT INTO content (handle, content, created_by, owner_subject, used_at) VALUES ($1, $2, 'ann', 'ann', now())`,
            [handle, key],
          ),
        );
      return handle;
    },
    async deploy(bytes, query = 'name=a.jar&scan=true') {
      const handle = await fixture.upload(bytes);
      const { status, body } = await api.put(`/rest/content/${handle}/plugins?${query}`);
      return { status, body: body as { message?: string } };
    },
    async versions() {
      const rows = await database().query<{ name: string; version: string }>(
        `SELECT p.name, p.version FROM plugin p WHERE p.status = 'INSTALLED' AND NOT p.name = ANY ($1) ORDER BY p.name`,
        [BUILT_IN_NAMES],
      );
      return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
    },
    async listTypes(plugin) {
      const rows = await database().query<StoredTypeRow>(
        `SELECT t.id, t.name, t.is_deleted,
                ARRAY(SELECT '{' || pp.name || '}' || parent.name
                        FROM resource_type_parent rp
                        JOIN resource_type parent ON parent.id = rp.parent_type_id
                        JOIN plugin pp ON pp.id = parent.plugin_id
                       WHERE rp.type_id = t.id ORDER BY 1) AS parents
           FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
          WHERE p.name = $1`,
        [plugin],
      );
      return Object.fromEntries(rows.map((row) => [row.name, row]));
    },
    async fileNames() {
      const rows = await database().query<{ name: string }>(`SELECT f.name FROM plugin_file f ORDER BY f.name`);
      return rows.map(({ name }) => name);
    },
    async addResource(plugin, type, over = {}) {
      const { parent_id = null, inventory_status = 'COMMITTED', name = type, ancestry = null } = over;
      const { resource_key = name, plugin_configuration = {} } = over;
      const [row] = await database().query<{ id: number }>(
        `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, inventory_status, ancestry,
                               plugin_configuration, created_ms, modified_ms)
         SELECT t.id, t.category, $3, $4, $5, $6, $7, $8, 0, 0
           FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
          WHERE p.name = $1 AND t.name = $2
         RETURNING id`,
        [plugin, type, parent_id, resource_key, name, inventory_status, ancestry, JSON.stringify(plugin_configuration)],
      );
      return row!.id;
    },
    async resource(id) {
      const [row] = await database().query<ResourceRow>(
        `SELECT r.parent_id, r.resource_key, r.name, r.inventory_status, r.ancestry, r.plugin_configuration
           FROM resource r WHERE r.id = $1`,
        [id],
      );
      return row!;
    },
  };
  return Object.defineProperties(fixture as PluginFixture, Object.getOwnPropertyDescriptors(api));
}

// oxlint-disable-next-line typescript/require-await -- the store takes bytes as they come
async function* toPieces(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}
