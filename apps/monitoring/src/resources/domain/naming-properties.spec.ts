import type { ConfigurationDefinition, ListProperty, MapProperty, SimpleProperty } from '@wardstone/plugin-descriptor';
import { measureProcessorTime } from '@wardstone/testing';
import { namingProperties, withoutSecrets } from './naming-properties';

const simple = (name: string, over: Partial<SimpleProperty> = {}) =>
  ({ kind: 'SIMPLE', name, type: 'STRING', ...over }) as SimpleProperty;
const map = (name: string, ...members: SimpleProperty[]) => ({ kind: 'MAP', name, members }) as unknown as MapProperty;
const list = (name: string, member: MapProperty | SimpleProperty | null) =>
  ({ kind: 'LIST', name, member }) as ListProperty;
const DEFINITION = {
  properties: [
    simple('port', { type: 'INTEGER' }),
    simple('pidFile', { type: 'FILE' }),
    simple('folder', { type: 'DIRECTORY' }),
    simple('program', { names: 'PROGRAM' }),
    simple('url', { names: 'ADDRESS' }),
    list('logFiles', map('logFile', simple('path', { type: 'FILE' }), simple('least'))),
    list('labels', simple('label')),
    list('open', null),
    map('options', simple('level')),
    map('free'),
  ],
  defaultValues: { url: 'http://127.0.0.1:8080', port: '80' },
} as unknown as ConfigurationDefinition;

describe('namingProperties', () => {
  it.each([
    [{ port: 8081 }, []],
    [{ pidFile: '/run/x.pid' }, ['pidFile']],
    [{ folder: '/etc', port: 1 }, ['folder']],
    [{ program: 'postgres' }, ['program']],
    [{ url: 'http://127.0.0.1:8080' }, []],
    [{ url: 'http://169.254.169.254' }, ['url']],
    [{ logFiles: [] }, []],
    [{ logFiles: [{ path: '/etc/shadow' }] }, ['logFiles']],
    [{ logFiles: [{ least: 'DEBUG' }] }, []],
    [{ logFiles: '/etc/shadow' }, ['logFiles']],
    [{ labels: ['a', 'b'] }, []],
    [{ labels: [{ path: '/etc' }] }, ['labels']],
    [{ open: ['/etc'] }, ['open']],
    [{ options: { level: 'DEBUG' } }, []],
    [{ options: { level: 'DEBUG', file: '/etc' } }, ['options']],
    [{ free: { file: '/etc' } }, ['free']],
    [{ port: { file: '/etc' } }, ['port']],
    [{ unknown: '/etc/shadow' }, ['unknown']],
    [{ unknown: null, pidFile: null }, []],
    [undefined, []],
  ])('of %j are %j', (sent, names) => {
    expect(Object.keys(namingProperties(DEFINITION, sent))).toEqual(names);
  });

  it('are all that is sent to a type without a definition', () => {
    expect(Object.keys(namingProperties(null, { logFiles: [{ path: '/x' }] }))).toEqual(['logFiles']);
  });
});

describe('withoutSecrets', () => {
  it('hides passwords at any depth', () => {
    const values = {
      url: 'https://ann:secret@host/x',
      adminPassword: 'secret',
      nested: { token: 'secret', list: ['http://u:secret@h'] },
      path: '/var/log/x',
    };
    expect(withoutSecrets(values)).toEqual({
      url: 'https://***@host/x',
      adminPassword: '***',
      nested: { token: '***', list: ['http://***@h'] },
      path: '/var/log/x',
    });
  });

  it.each([
    ['jdbc:postgresql://h/db?user=ann&password=secret&ssl=on', 'jdbc:postgresql://h/db?user=ann&password=***&ssl=on'],
    [
      'jdbc:sqlserver://h;user=ann;Password="a; b";encrypt=true',
      'jdbc:sqlserver://h;user=ann;Password=***;encrypt=true',
    ],
    ['host=h pwd = secret dbname=x', 'host=h pwd = *** dbname=x'],
    ['-Djavax.net.ssl.trustStorePassword=secret -Xmx1g', '-Djavax.net.ssl.trustStorePassword=*** -Xmx1g'],
    ['ann:secret@tcp(h:3306)/db', '***@tcp(h:3306)/db'],
    ['jdbc:oracle:thin:ann/secret@h', 'jdbc:oracle:thin:***@h'],
    ['/var/log/keys/auth.log', '/var/log/keys/auth.log'],
    ['/var/log/getty@tty1/x@y.log', '/var/log/getty@tty1/x@y.log'],
    ['https://auth:8443/token', 'https://auth:8443/token'],
  ])('hides passwords within a text: %s', (text, shown) => {
    expect(withoutSecrets({ target: text })).toEqual({ target: shown });
  });

  it.each(['pwd', 'snmpCommunity', 'passphrase'])('hides %s', (name) => {
    expect(withoutSecrets({ [name]: 'secret' })).toEqual({ [name]: '***' });
  });

  it.each(['a:'.repeat(500_000), 'pass'.repeat(250_000), '/a:'.repeat(300_000), 'a/'.repeat(500_000)])(
    'is quick for long texts',
    async (text) => {
      expect(await measureProcessorTime(() => withoutSecrets({ text }))).toBeLessThan(10_000);
    },
  );
});
